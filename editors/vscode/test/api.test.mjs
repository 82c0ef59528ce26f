// The API for other extensions: sessions, recall inside its time, events.
import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import path from "node:path";
import test from "node:test";
import { activate, fake, MEMORIES, parts, project, run, runs, script, start, until, vscode } from "./fake/editor.mjs";

const QUESTION = "may I mock the database in integration tests?";

test("a session has its snapshot, its folder and its memories", async (t) => {
  const { api, memory } = await start(t);
  assert.equal(api.version, 1);
  const recalled = [];
  api.onDidRecall((told) => recalled.push(told));
  const session = await api.startSession({ id: "s-1", model: "any-model" });
  assert.deepEqual([session.enabled, session.paused, session.memoryFolder.fsPath], [true, false, memory]);
  assert.match(session.snapshot, /a real database, never mocks/);
  const turn = await session.recall(QUESTION);
  assert.match(turn.text, /^<system-reminder>/);
  assert.deepEqual(turn.memories.map((one) => one.name), ["Tests"]);
  await until(() => recalled.length === 1);
  assert.equal(recalled[0].label, "recalled 1 memory");
  assert.equal((await session.recall(QUESTION)).text, undefined);
});

test("a write is the session's, and everybody is told", async (t) => {
  const { api, memory } = await start(t);
  const written = [];
  api.onDidWrite((told) => written.push(...told.changes));
  const session = await api.startSession({ id: "s-2" });
  const file = path.join(memory, "tides.md");
  writeFileSync(file, "---\nname: Tides\ndescription: where the tide tables come from\ntype: reference\n---\n\nThe harbour office.\n");
  session.didWrite("write", vscode.Uri.file(file));
  const change = await until(() => written.find((one) => one.name === "Tides"));
  assert.deepEqual([change.action, change.by, change.sessionId, change.label], ["saved", "agent", "s-2", "memory saved: tides.md"]);
  await until(() => fake.statusBar.text.includes("memory saved: tides.md"));
});

test("after compaction there is a new snapshot, and what was shown may be shown again", async (t) => {
  const { api } = await start(t);
  const session = await api.startSession({ id: "s-3" });
  await session.recall(QUESTION);
  session.didEndTurn([{ role: "user", text: QUESTION }]);
  assert.match(await session.compact(), /a real database/);
  assert.match((await session.recall(QUESTION)).text, /Never mock/);
});

test("a session goes on after the server was started anew, with the same bytes", async (t) => {
  const { api } = await start(t);
  const session = await api.startSession({ id: "s-4" });
  const { snapshot } = session;
  await session.recall(QUESTION);
  await run("restartServer");
  await runs();
  assert.equal((await session.recall(QUESTION)).text, undefined);
  assert.equal(session.snapshot, snapshot);
  assert.equal((await api.startSession({ id: "s-4" })), session);
});

test("a session that is over is open no more", async (t) => {
  const { api } = await start(t);
  const session = await api.startSession({ id: "s-5" });
  assert.equal(api.sessions.length, 1);
  session.end();
  assert.equal(api.sessions.length, 0);
  await until(() => fake.contextKeys.get("noctule.canPause") !== true);
});

test("without a server nothing throws, and nothing is recalled", async (t) => {
  const { root } = project(MEMORIES);
  const api = activate(t, [root], { command: script("process.exit(1)") });
  await until(() => api.status().phase === "stopped");
  const session = await api.startSession({ id: "s-6" });
  assert.deepEqual([session.enabled, session.snapshot], [false, undefined]);
  assert.deepEqual((await session.recall(QUESTION)).notes, ["notRunning"]);
  session.didWrite("shell");
  session.didEndTurn();
  session.end();
});

test("a turn never waits longer than it said, whatever the server does", async (t) => {
  const { root } = project(MEMORIES);
  const api = activate(t, [root], { command: script("setInterval(() => undefined, 1000)") });
  const began = Date.now();
  const found = await api.startSession({ id: "s-7", timeoutMs: 300 });
  assert.equal(found.snapshot, undefined);
  assert.deepEqual((await found.recall(QUESTION, { timeoutMs: 300 })).notes, ["timedOut"]);
  assert.ok(Date.now() - began < 10_000);
});

test("a recall that is cancelled is taken back", async (t) => {
  const { api } = await start(t);
  const session = await api.startSession({ id: "s-8" });
  const source = new vscode.CancellationTokenSource();
  const recall = session.recall(QUESTION, { token: source.token });
  source.cancel();
  assert.equal((await recall).text, undefined);
  assert.match((await session.recall(QUESTION)).text, /Never mock/);
});

test("what the person looks at is told of the open folder alone", async (t) => {
  const { root } = project(MEMORIES);
  activate(t, [root]);
  const folder = vscode.workspace.workspaceFolders[0].uri;
  fake.open("/elsewhere/secret.py", "x = 1");
  fake.diagnostics = [{ message: "Cannot find name 'berth'." }];
  assert.deepEqual(await parts.editorContext(folder), { context: { openUris: [] } });
  fake.open(path.join(root, "app.py"), "print()", new vscode.Position(2, 4));
  const symbols = [{ name: "Harbour", range: new vscode.Range(0, 0, 9, 0), children: [{ name: "dock", range: new vscode.Range(1, 0, 5, 0), children: [] }] }];
  fake.builtIn = async (id) => (id === "vscode.executeDocumentSymbolProvider" ? symbols : undefined);
  t.after(() => (fake.builtIn = undefined));
  const git = { getAPI: () => ({ getRepository: () => ({ state: { HEAD: { name: "berths" } } }) }) };
  fake.extensions.set("vscode.git", { isActive: true, exports: git });
  const uri = vscode.Uri.file(path.join(root, "app.py")).toString();
  assert.deepEqual(await parts.editorContext(folder), {
    context: { openUris: [uri], activeUri: uri, diagnostics: [{ uri, message: "Cannot find name 'berth'." }], symbol: "dock", branch: "berths" },
  });
  assert.deepEqual(await parts.editorContext(vscode.Uri.file("/elsewhere")), {});
  fake.settings.user.editorContext = false;
  assert.deepEqual(await parts.editorContext(folder), {});
});
