// The start: where the server is found, what is said where it is not, and what a crash looks like.
import assert from "node:assert/strict";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { homedir } from "node:os";
import path from "node:path";
import test from "node:test";
import { activate, fake, MEMORIES, place, project, PYTHON, run, runs, said, script, SERVER, status, tooltip, until, WHEEL } from "./fake/editor.mjs";
import { serverUnderTest } from "./fake/server.mjs";

test("the server starts with the extension, and the status says what it knows", async (t) => {
  const { root } = project(MEMORIES);
  activate(t, [root]);
  assert.equal(status(), "$(loading~spin) memory");
  await runs();
  await until(() => tooltip().includes("1 memory, "));
  assert.equal(fake.statusBar.command, "noctule.showMenu");
  assert.equal(fake.messages.length, 0);
});

test("a memory file has the state among the language's own", async (t) => {
  const { root, memory } = project(MEMORIES);
  activate(t, [root]);
  await until(() => fake.languageStatus.selector.length > 0);
  const [{ language, pattern }] = fake.languageStatus.selector;
  assert.deepEqual([language, pattern.baseUri.fsPath, pattern.pattern], ["markdown", memory, "**"]);
});

test("a server that ends at once is a state with an action, and no message", async (t) => {
  const { root } = project();
  activate(t, [root], { command: script("console.error('no such module'); process.exit(1)") });
  await until(() => status() === "$(error) memory stopped");
  assert.match(tooltip(), /ended with code 1/);
  assert.equal(fake.messages.length, 0);
});

test("a command says that the server is not running, and the restart works once it is mended", async (t) => {
  const { root } = project(MEMORIES);
  const file = path.join(place("mended"), "server.mjs");
  writeFileSync(file, "process.exit(1)");
  activate(t, [root], { command: [process.execPath, file] });
  await until(() => status() === "$(error) memory stopped");
  await run("openIndex");
  assert.match(said("is not running").text, /ended with code 1/);
  assert.deepEqual(said("is not running").actions, ["Restart Server", "Show Log"]);
  const [command, ...args] = SERVER;
  writeFileSync(file, `import { spawn } from "node:child_process"; spawn(${JSON.stringify(command)}, ${JSON.stringify(args)}, { stdio: "inherit" }).on("exit", (code) => process.exit(code ?? 1));`);
  await run("restartServer");
  await runs();
  await run("openIndex");
  assert.ok(fake.shown.at(-1).uri.endsWith("MEMORY.md"));
});

test("a server that crashes is started anew, without a message", async (t) => {
  const { root } = project();
  const count = path.join(place("count"), "starts");
  writeFileSync(count, "");
  const crashes = script(`import { appendFileSync } from "node:fs"; appendFileSync(${JSON.stringify(count)}, "x"); process.exit(3)`);
  activate(t, [root], { command: crashes });
  // At once, then after one second; the waits after that are longer.
  await until(() => readFileSync(count, "utf8").length >= 3);
  assert.equal(fake.messages.length, 0);
});

test("restarts that are asked for in a row are one more restart, not as many", async (t) => {
  const { root } = project(MEMORIES);
  activate(t, [root]);
  await runs();
  const before = fake.log.filter((one) => one.includes("starting ")).length;
  await Promise.all([run("restartServer"), run("restartServer"), run("restartServer"), run("restartServer")]);
  const after = fake.log.filter((one) => one.includes("starting ")).length;
  assert.equal(after - before, 2);
  await runs();
});

test("a server that is too old is said to be, with how to update it", async (t) => {
  const { root } = project();
  const old = script(`
    let got = "";
    process.stdin.on("data", (data) => {
      got += data;
      const id = /"id":(\\d+)/.exec(got)?.[1];
      if (id === undefined) return;
      got = "";
      const body = JSON.stringify({ jsonrpc: "2.0", id: Number(id), result: { capabilities: {}, serverInfo: { name: "noctule", version: "0.0.1" } } });
      process.stdout.write("Content-Length: " + body.length + "\\r\\n\\r\\n" + body);
    });
  `);
  activate(t, [root], { command: old });
  await until(() => status() === "$(warning) memory: server too old");
  assert.match(tooltip(), /0\.0\.1/);
  await run("installServer");
  assert.match(fake.messages.at(-1).text, /--force.*noctule-0\.1\.0-py3-none-any\.whl/);
});

test("without a server the exact command is offered, and nothing is run before the person does", async (t) => {
  const { root } = project();
  const kept = process.env.PATH;
  process.env.PATH = place("empty");
  t.after(() => (process.env.PATH = kept));
  activate(t, [root], { command: [] });
  await until(() => status() === "$(cloud-download) memory: install the server");
  assert.equal(fake.messages.length, 0);
  fake.answers = ["Install Server", "Open Terminal"];
  await run("doctor");
  const command = `python3 -m pip install --user '${WHEEL}'`;
  assert.ok(fake.messages[0].text.endsWith(`not installed: ${command}`), fake.messages[0].text);
  assert.deepEqual(fake.terminals[0].typed, [{ text: command, runs: false }]);
});

test("who asks for the server as the editor starts is told what to type, not that it is there", async (t) => {
  const { root } = project();
  const kept = process.env.PATH;
  process.env.PATH = place("empty");
  t.after(() => (process.env.PATH = kept));
  activate(t, [root], { command: [] });
  await run("installServer");
  assert.ok(fake.messages[0].text.endsWith(`'${WHEEL}'`), fake.messages[0].text);
});

test("in a folder that is not trusted, no server and no interpreter inside it is used", async (t) => {
  const { root } = project();
  const kept = process.env.PATH;
  for (const name of ["noctule", "python3", "mine"]) {
    writeFileSync(path.join(root, name), `#!/bin/sh\ntouch ${root}/was-run\n`, { mode: 0o755 });
  }
  process.env.PATH = `${root}:.`;
  t.after(() => (process.env.PATH = kept));
  const exports = { environments: { getActiveEnvironmentPath: () => ({ path: path.join(root, "mine") }) } };
  activate(t, [root], { command: [], isTrusted: false });
  fake.extensions.set("ms-python.python", { isActive: true, exports });
  await until(() => status() === "$(cloud-download) memory: install the server");
  assert.equal(existsSync(path.join(root, "was-run")), false);
});

test("the interpreter that the person selected serves where there is no command", async (t) => {
  const { root } = project(MEMORIES);
  const kept = process.env.PATH;
  process.env.PATH = place("empty");
  t.after(() => (process.env.PATH = kept));
  activate(t, [root], { command: [] });
  await until(() => status().includes("install"));
  const exports = { environments: { getActiveEnvironmentPath: () => ({ path: PYTHON }) } };
  fake.extensions.set("ms-python.python", { isActive: true, exports });
  await run("restartServer");
  await runs();
});

test("where no server is named, the one of the checkout or of python3 is tested, and no other home is seen", async (t) => {
  const kept = process.env.PATH;
  process.env.PATH = `${path.dirname(PYTHON)}${path.delimiter}${kept}`;
  t.after(() => (process.env.PATH = kept));
  const { command, python } = serverUnderTest({});
  assert.ok(path.isAbsolute(python) && existsSync(python), python);
  assert.deepEqual(command, [python, "-P", "-m", "noctule", "serve"]);
  assert.equal(existsSync(path.join(homedir(), ".claude")), false);
});
