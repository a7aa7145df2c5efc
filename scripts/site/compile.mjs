// Compiles all Python files of a folder in place, by the runtime that will run them: node compile.mjs PYODIDE FOLDER OPTIMIZE
const [runtime, folder, optimize] = process.argv.slice(2);
const { loadPyodide } = await import(`${runtime}/pyodide.mjs`);
const python = await loadPyodide({ indexURL: runtime });
python.mountNodeFS("/work", folder);
python.runPython(`
import compileall, pathlib, py_compile
UNHASHED = py_compile.PycInvalidationMode.UNCHECKED_HASH
for file in sorted(pathlib.Path("/work").rglob("*.py")):
    name = file.relative_to("/work").as_posix()
    py_compile.compile(str(file), cfile=str(file.with_suffix(".pyc")), dfile=name, doraise=True, optimize=${optimize}, invalidation_mode=UNHASHED)
    file.unlink()
`);
