// The notices of what is bundled: nothing without its licence, and nothing that is not there.
import assert from "node:assert/strict";
import { mkdirSync, mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import test from "node:test";
import { notices, packagesOf } from "../scripts/notices.mjs";

function root(files) {
  const folder = mkdtempSync(path.join(tmpdir(), "noctule-notices-"));
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(path.dirname(path.join(folder, name)), { recursive: true });
    writeFileSync(path.join(folder, name), text);
  }
  return folder;
}

const manifest = (name, more = { license: "MIT" }) => JSON.stringify({ name, version: "1.2.3", ...more });

test("a package is the folder nearest to the file, with its scope, once", () => {
  const inputs = ["src/extension.ts", "node_modules/a/lib/x.js", "node_modules/a/lib/y.js", "node_modules/a/node_modules/b/i.js", "node_modules/@s/c/i.js", "node_modules\\d\\i.js"];
  assert.deepEqual(packagesOf(inputs), ["node_modules/@s/c", "node_modules/a", "node_modules/a/node_modules/b", "node_modules/d"]);
});

test("each package stands with its version and the whole of its licence and notice", () => {
  const folder = root({ "node_modules/a/package.json": manifest("a"), "node_modules/a/LICENSE.md": "Do as\r\nyou like.\n", "node_modules/a/NOTICE": "By Ana.", "node_modules/b/package.json": manifest("b"), "node_modules/b/License.txt": "Ask." });
  const text = notices(["node_modules/a/x.js"], folder);
  assert.match(text, /\na 1\.2\.3 \(MIT\)\n\nDo as\nyou like\.\n\nBy Ana\.\n$/);
  assert.doesNotMatch(text, /Ask/);
});

test("a package that tells no licence is not bundled", () => {
  const folder = root({ "node_modules/a/package.json": manifest("a"), "node_modules/b/package.json": manifest("b", {}), "node_modules/b/LICENSE": "Mine." });
  for (const name of ["a", "b"]) {
    assert.throws(() => notices([`node_modules/${name}/x.js`], folder), new RegExp(`^Error: ${name} tells no licence`));
  }
});
