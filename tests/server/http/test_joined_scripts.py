"""Scripts that are joined do what they do apart, and what cannot be joined is refused."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path

import pytest

from farmstead.server.http.joined_scripts import Scripts, code_only, parsed
from farmstead.server.http.script_tokens import ScriptError, tokens
from farmstead.server.http.static_files import files, scripts

NODE = Path(sys.prefix) / "bin" / "node"
SAID = """const said = {};
for (const [name, text] of Object.entries(JSON.parse(require("fs").readFileSync(0, "utf8")))) {
  const say = (...words) => (said[name] ??= []).push(words);
  require("vm").runInNewContext(`"use strict";${text}`, { say });
}
console.log(JSON.stringify(said));"""
READ = """const { SourceTextModule } = require("vm");
for (const [name, text] of Object.entries(JSON.parse(require("fs").readFileSync(0, "utf8"))))
  new SourceTextModule(text, { identifier: name });"""
NASTY = {
    "slashes in a string": """say("// no comment /* nor this */"); say('it\\'s "//"'); // gone""",
    "a string over two lines": 'say("a\\\n// b");',
    "slashes in a regular expression": r"""say("http://x//y".replace(/\/\//g, "!")); // gone""",
    "a class with a slash": r"""say("a/b//c".split(/[/]/).length, /[\]/*]/.test("*")); /* gone */""",
    "a regular expression with quotes": r"""say(/["'`]/.exec("it's")[0]); // ' gone""",
    "division": "const a = 8, g = 2; say(a / 2 / g, (a) / g, [a][0] / g); // gone / g",
    "division after a number": "say(8 / 2 /* a / b */ / 2);",
    "division after a property": "const o = { return: 8 }; say(o.return / 2 / o.return);",
    "after the head of a statement": "if (1) /x/.test('x') && say(1); while (false) /'/.test(''); say(2);",
    "after return": "const f = () => { return /'\\/\\/'/.source; }; say(f());",
    "after an arrow": "const f = (x) => /\"/.test(x); say(f('\"'), f(''));",
    "in a condition": "say(true ? /a/.source : /b/.source, !/c/.test('c'));",
    "templates": "say(`/* ${1 + /* gone */ 1} */ // ${'`'} \\` \\${x}`);",
    "templates in templates": "say(`a${`b${1 ? `c // ${'}'}` : `/*`}`}d${{ a: { b: 2 } }.a.b}`);",
    "a regular expression in a template": "say(`${'a//b'.replace(/\\/\\//, `${'}'}`)}`);",
    "a template over lines": "say(`one\n   // two\n\n   three`);",
    "a dollar": "const $ = 1, $a = 2; say(`$${$}$ $a`, $ / $a);",
    "lines that end a statement": "let a = 1\nlet b = 2 // gone\na /* gone\n */ ++\nb\nsay(a, b)",
    "return at the end of a line": "const f = () => { return // gone\n 1; }; say(f());",
    "plus and minus": "const a = 1; let b = 2; say(a + +b, a - -b, a + ++b, b-- - a, - -a);",
    "points": "const o = { a: [1] }; say(o?.a?.[0], o ? .5 : 1, 1..toFixed(1), [...o.a], 1e-3 / 2);",
    "private names": "class A { #b = 8; c() { return this.#b / 2 / 2; } static d = /'/; } say(new A().c());",
    "words of other letters": "const größe = 8, ñ = 2; say(größe / ñ / ñ); // ö",
    "windows": 'say("a"); // gone\r\nsay("b");\r\n',
    "labels and blanks": "a: for (const b of [1, 2]) { if (b in [1]) continue a; say(typeof b, b in [1]); }",
    "comments in each other": "/* // */ say(1); // /*\nsay(2); /* * / ** /**/ say(3);",
}


def node(*words: str, told: object = None, folder: Path | None = None) -> str:
    if not NODE.exists():
        pytest.skip("without node nothing can be run")
    done = subprocess.run(
        [NODE, "--no-warnings", *words], input=json.dumps(told), capture_output=True, text=True, cwd=folder
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def small(text: str) -> str:
    return "".join([gap + each.text for gap, each in code_only(tokens(text, "x.js"))])


def test_tokens_are_all_of_a_script() -> None:
    for text in (*NASTY.values(), *map(small, NASTY.values())):
        assert "".join([each.text for each in tokens(text, "x.js")]) == text


def test_without_comments_a_script_does_the_same() -> None:
    shortened = {name: small(text) for name, text in NASTY.items()}
    assert not [name for name, text in shortened.items() if "gone" in text]
    said = json.loads(node("-e", SAID, told=NASTY))
    assert said.keys() == NASTY.keys()
    assert json.loads(node("-e", SAID, told=shortened)) == said


@pytest.mark.parametrize(
    "text",
    [
        "const f = () => {} / 2;",
        "let a = 1; a++ / 2;",
        "say(`${1`);",
        "say('a);",
        "say(1;",
        "say(1]);",
        "say(1));",
        "/* never ends",
        "say(/never);",
        "say(\u00a0);",
    ],
)
def test_what_cannot_be_read_is_refused(text: str) -> None:
    with pytest.raises(ScriptError, match=r"x\.js"):
        tokens(text, "x.js")


@pytest.mark.parametrize(
    "text",
    [
        'import a from "./a.js";',
        'import * as a from "./a.js";',
        'import a, { b } from "./a.js";',
        'import { default as a } from "a";',
        'import { a } from "https://example.org/a.js";',
        "import { a } from './a.js';",
        'import { a } from "./a.json";',
        'import { a } from "./a.js" with { type: "json" };',
        'import { a } from "./a.js"',
        'say(1); import { a } from "./a.js";',
        'if (1) { import("./a.js", {}); }',
        "import(name);",
        "import(`./a.js`);",
        "say(import.meta.url);",
        "export let a = 1;",
        "export var a = 1;",
        "export const a = 1, b = 2;",
        "export const { a } = b;",
        "export const a = 1",
        "export default 1;",
        "export default function a() {}",
        "export function* a() {}",
        "const a = 1; export { a };",
        'export { a } from "./a.js";',
        'export * from "./a.js";',
        "const farmsteadModules = 1;",
    ],
)
def test_what_cannot_be_joined_is_refused(text: str) -> None:
    with pytest.raises(ScriptError, match=r"^x/x\.js"):
        parsed("x/x.js", text)


def test_words_that_only_look_like_it_are_not() -> None:
    text = 'say({ a: 1 }.import, o.export); const important = 1, exports = "import { a }"; // import a'
    found = parsed("x/x.js", text)
    assert not found.taken and not found.exports and not found.later


# ---- joining -----------------------------------------------------------------------------------------------

PAGE = {
    "page/page.js": """import { name, twice as double } from "../base/a.js";
import "./b.js";
import { B } from "./b.js";

say("page", name, double(2), new B().told());
later().then(({ counted, told }) => say(counted(), told));

function later() {
  return import("../part/part.js");
}""",
    "page/b.js": """import { count, name } from "../base/a.js";
say("b", count());
export class B {
  told() { return `${name} // ${count()}`; }
}""",
    "base/a.js": """say("a");
let number = 0;
export const name = "A";
export function count() { return (number += 1); }
export async function unused() {}
export const twice = (x) => {
  const y = x * 2, z = 0;
  return y + z;
};""",
    "base/c.js": """say("c");
export const c = /c\\/\\//;
export {};""",
    "part/part.js": """import { count } from "../base/a.js";
import { c } from "../base/c.js";
say("part", c.source);
export const told = "told";
export const counted = count;""",
}


def run(texts: Mapping[str, str], name: str, folder: Path) -> list[Sequence[object]]:
    """What scripts say that lie in a folder of their own."""
    for each, text in texts.items():
        place = folder / each
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_text(text, encoding="utf-8")
    (folder / "package.json").write_text('{"type": "module"}', encoding="utf-8")
    saying = f"globalThis.say = (...words) => console.log(JSON.stringify(words)); import('./{name}')"
    return [json.loads(line) for line in node("-e", saying, folder=folder).splitlines()]


def laid(texts: Mapping[str, str], *added: str) -> dict[str, str]:
    """As the server gives them out."""
    found = Scripts(texts)
    joined = {"joined/page/page.js": found.joined("page/page.js")}
    return joined | {f"added/{name}": found.added(name) for name in ("part/part.js", *added)}


def test_joined_they_do_what_they_do_apart(tmp_path: Path) -> None:
    apart = run(PAGE, "page/page.js", tmp_path / "apart")
    assert [said[0] for said in apart] == ["a", "b", "page", "c", "part", 3]
    assert run(laid(PAGE), "joined/page/page.js", tmp_path / "joined") == apart


def test_what_is_there_is_not_loaded_again() -> None:
    page, part = laid(PAGE).values()
    assert '.set("base/a.js"' in page and '.set("base/a.js"' not in part
    assert '.set("base/c.js"' in part and '.set("base/c.js"' not in page


def test_none_is_run_twice_even_where_two_files_bring_it(tmp_path: Path) -> None:
    other = {"other/other.js": 'import("../part/part.js");'}  # has nothing that the part needs
    texts = PAGE | other | {"page/page.js": f'{PAGE["page/page.js"]}\nimport("../other/other.js");'}
    found = laid(texts, "other/other.js")
    assert '.set("base/a.js"' in found["added/part/part.js"]
    said = run(found, "joined/page/page.js", tmp_path)
    assert [each[0] for each in said] == ["a", "b", "page", "c", "part", 3]


@pytest.mark.parametrize(
    ("change", "why"),
    [
        ({"base/a.js": 'import { B } from "../page/b.js";\nexport const name = B, twice = 1;'}, "one const"),
        ({"base/a.js": 'import { B } from "../page/b.js";\nexport const name = B;'}, "in a circle"),
        ({"base/a.js": "export const name = 1;"}, "does not export"),
        ({"page/b.js": 'import { x } from "../base/x.js";'}, r"no script base/x\.js"),
    ],
)
def test_what_would_not_work_is_refused(change: dict[str, str], why: str) -> None:
    with pytest.raises(ScriptError, match=why):
        Scripts(PAGE | change).joined("page/page.js")


# ---- ours --------------------------------------------------------------------------------------------------

OURS = sorted([name for name in files() if name.endswith(".js")])
COMMENTS = re.compile(r"@param|@type|// [A-Z]")


def test_all_of_our_scripts_can_be_joined_and_read() -> None:
    made = {f"joined/{name}": scripts().joined(name) for name in OURS}
    made |= {f"added/{name}": scripts().added(name) for name in OURS}
    for name, text in made.items():
        assert not COMMENTS.search(text), name
        assert not re.search(r"^[ \t]|\n\n\n", text, re.MULTILINE), (
            name
        )  # none of our templates has such lines
    node("--experimental-vm-modules", "-e", READ, told=made)


def test_joined_scripts_are_much_smaller() -> None:
    apart = sum([len(files()[name].data) for name in scripts().order("table/table.js")])
    assert len(scripts().joined("table/table.js")) < 0.7 * apart
