// Runs Python in the runtime of the pages: node run_python.mjs PYODIDE RUNTIME_FOLDER FILE EXPRESSION
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import zlib from "node:zlib";

const [pyodide, folder, file, expression] = process.argv.slice(2);
const { loadPyodide } = await import(`${pyodide}/pyodide.mjs`);
const unpacked = (name) => zlib.gunzipSync(fs.readFileSync(path.join(folder, `${name}.packed`)));
const place = fs.mkdtempSync(path.join(os.tmpdir(), "farmstead-"));
try {
  const stdLibURL = path.join(place, "stdlib.zip");
  fs.writeFileSync(stdLibURL, unpacked("python_stdlib.zip"));
  const python = await loadPyodide({ indexURL: pyodide, stdLibURL });
  python.unpackArchive(new Uint8Array(unpacked("farmstead.zip")), "zip", { extractDir: "/farmstead" });
  python.runPython('import sys; sys.path.insert(0, "/farmstead")');
  python.runPython(fs.readFileSync(file, "utf8"));
  console.log(python.runPython(expression));
} catch (error) {
  console.error(error.message);
  process.exitCode = 1;
} finally {
  fs.rmSync(place, { recursive: true });
}
