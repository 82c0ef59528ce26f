// Memory files are a language, and the server lives on through what happens to it and to the window.
import assert from "node:assert/strict";
import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import test from "node:test";
import { activate, fake, MEMORIES, place, project, run, runs, said, start, status, until, vscode } from "./fake/editor.mjs";

const pid = () => Number(/process (\d+)/.exec(fake.log.findLast((one) => one.includes("it runs as process")))?.[1]);

test("the language features are for the files of the memory folder", async (t) => {
  fake.registered = [];
  const { memory } = await start(t);
  const wanted = ["registerCompletionItemProvider", "registerHoverProvider", "registerRenameProvider", "registerCodeActionsProvider"];
  await until(() => wanted.every((name) => fake.registered.some((one) => one.name === name)));
  const { selector } = fake.registered.find((one) => one.name === "registerCompletionItemProvider");
  const [filter] = Array.isArray(selector) ? selector : [selector];
  assert.ok(JSON.stringify(filter).includes(path.basename(memory)), JSON.stringify(filter));
});

test("the commands of the server are the editor's, under their own names", async (t) => {
  await start(t);
  await until(() => fake.commands.has("noctule.server.undo"));
  await vscode.commands.executeCommand("noctule.server.cancelDream", {});
  await until(() => fake.messages.find((one) => /No .*dream runs/.test(one.text)));
});

test("a server that is killed is there again, and its state was shown meanwhile", async (t) => {
  const { api } = await start(t);
  const phases = new Set();
  api.onDidChangeStatus(() => phases.add(api.status().phase));
  const before = pid();
  process.kill(before, "SIGKILL");
  await until(() => pid() !== before);
  await runs();
  assert.ok(phases.has("stopped"));
  assert.equal(fake.messages.length, 0);
  await run("openIndex");
  assert.ok(fake.shown.at(-1).uri.endsWith("MEMORY.md"));
});

test("the server ends with the extension", async (t) => {
  let last;
  await t.test("while it is active", async (inner) => {
    await start(inner);
    last = pid();
  });
  await until(() => {
    try {
      process.kill(last, 0);
      return false;
    } catch {
      return true;
    }
  }, "the process is gone");
});

test("a project's own settings count once the folder is trusted", async (t) => {
  const { root } = project(MEMORIES);
  mkdirSync(path.join(root, ".noctule"));
  writeFileSync(path.join(root, ".noctule", "settings.json"), '{"memory": {"enabled": false}}');
  activate(t, [root], { isTrusted: false });
  await runs();
  fake.trust();
  await until(() => status() === "$(circle-slash) memory off");
});

test("an index over its cap is said once, with what helps", async (t) => {
  const lines = Array.from({ length: 238 }, (_, number) => `- [Berth ${number}](berth-${number}.md) — berth ${number}`);
  const { api } = await start(t, { "MEMORY.md": lines.join("\n") + "\n" });
  const session = await api.startSession({ id: "long-1" });
  const warned = () => fake.messages.filter((one) => one.actions.includes("Open Index"));
  await until(() => warned().length > 0);
  assert.match(warned()[0].text, /238/);
  assert.deepEqual(warned()[0].actions, ["Open Index", "Tidy"]);
  await session.recall("berth 7");
  session.didEndTurn();
  await session.recall("berth 8");
  assert.equal(warned().length, 1);
});

test("folders that differ in capitals stay two", async (t) => {
  project();
  delete process.env.NOCTULE_MEMORY_DIR;
  const above = place("twins");
  const roots = ["App", "app"].map((name) => path.join(above, name));
  for (const root of roots) {
    mkdirSync(path.join(root, ".git"), { recursive: true });
  }
  activate(t, roots);
  await runs();
  fake.answers = [(rows) => rows.find((row) => row.description === roots[0])];
  await run("disable");
  assert.ok(said("Memory is off for App."));
  fake.open(path.join(roots[0], "a.txt"), "");
  await until(() => status() === "$(circle-slash) memory off");
  fake.open(path.join(roots[1], "a.txt"), "");
  assert.notEqual(status(), "$(circle-slash) memory off");
});
