// The palette: what is there before anything runs, and the commands on sessions and on memory as a whole.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import test from "node:test";
import { activate, fake, project, run, script, start, status, until } from "./fake/editor.mjs";

const manifest = JSON.parse(readFileSync(new URL("../package.json", import.meta.url), "utf8"));

test("every command is there before the server is", (t) => {
  const { root } = project();
  activate(t, [root], { command: script("process.exit(1)") });
  for (const { command } of manifest.contributes.commands) {
    assert.ok(fake.commands.has(command), command);
  }
});

test("without a folder a command says to open one", async (t) => {
  project();
  activate(t, []);
  await run("remember");
  assert.match(fake.messages[0].text, /Open a folder first/);
});

test("memory is switched off and on again", async (t) => {
  await start(t);
  await run("disable");
  await until(() => status() === "$(circle-slash) memory off");
  assert.equal(fake.contextKeys.get("noctule.disabled"), true);
  await run("enable");
  await until(() => status() !== "$(circle-slash) memory off");
});

test("a session is paused and goes on", async (t) => {
  const { api } = await start(t);
  const session = await api.startSession({ id: "chat-1" });
  await run("pauseSession");
  assert.deepEqual((await session.recall("mock the database in tests?")).notes, ["paused"]);
  await until(() => fake.contextKeys.get("noctule.canResume") === true);
  await until(() => status() === "$(debug-pause) memory paused");
  await run("resumeSession");
  assert.match((await session.recall("mock the database in tests?")).text, /Never mock/);
});

test("a setting counts at once, without a restart", async (t) => {
  const { api } = await start(t);
  const session = await api.startSession({ id: "chat-2" });
  const starts = () => fake.log.filter((one) => one.includes("starting ")).length;
  const before = starts();
  fake.set("recall.enabled", false);
  await until(async () => (await session.recall("mock the database in tests?")).notes.includes("recallOff"));
  assert.equal(starts(), before);
});

test("the menu runs what is chosen", async (t) => {
  await start(t);
  fake.answers = [(rows) => rows.find((row) => row.command === "openIndex")];
  await run("showMenu");
  assert.ok(fake.shown.at(-1).uri.endsWith("MEMORY.md"));
});
