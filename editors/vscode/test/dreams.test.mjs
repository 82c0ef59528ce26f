// The commands on dreams and on order, on the real server.
import assert from "node:assert/strict";
import { mkdirSync, readFileSync } from "node:fs";
import path from "node:path";
import test from "node:test";
import { activate, fake, MEMORIES, place, project, run, runs, said, start, status, until } from "./fake/editor.mjs";

test("a tidy tells how it ended, and the dream log has it", async (t) => {
  const { memory } = await start(t, { ...MEMORIES, "freeze.md": "---\nname: Freeze\ndescription: no merges in release week\ntype: project\n---\n\nNo merges.\n" });
  await run("tidy");
  await until(() => said("Tidy set the index in order"));
  assert.match(readFileSync(path.join(memory, "MEMORY.md"), "utf8"), /freeze\.md/);
  await run("showDreamLog");
  assert.match(fake.shown.at(-1).text, /Tidy set the index in order/);
});

test("a dream that waits is shown, looked at and applied", async (t) => {
  const more = { "freeze.md": "---\nname: Freeze\ndescription: no merges in release week\ntype: project\n---\n\nNo merges.\n" };
  const { memory } = await start(t, { ...MEMORIES, ...more }, { settings: { "dream.review": "always" } });
  const diffs = [];
  fake.builtIn = (id, ...args) => void diffs.push([id, ...args]);
  t.after(() => (fake.builtIn = undefined));
  fake.answers = ["Show Changes"];
  await run("tidy");
  await until(() => diffs.some(([id]) => id === "vscode.diff"));
  const [, before, after] = diffs.find(([id]) => id === "vscode.diff");
  const text = (uri) => fake.providers.get("noctule").provideTextDocumentContent(uri);
  assert.doesNotMatch(text(before), /freeze\.md/);
  assert.match(text(after), /freeze\.md/);
  await until(() => status() === "$(eye) memory: held for review");
  assert.equal(fake.contextKeys.get("noctule.dreamHeld"), true);
  await run("applyDream");
  await until(() => readFileSync(path.join(memory, "MEMORY.md"), "utf8").includes("freeze.md"));
  await until(() => status() !== "$(eye) memory: held for review");
});

test("a dream that waits is discarded only after a question in front of everything", async (t) => {
  const more = { "freeze.md": "---\nname: Freeze\ndescription: no merges in release week\ntype: project\n---\n\nNo merges.\n" };
  await start(t, { ...MEMORIES, ...more }, { settings: { "dream.review": "always" } });
  fake.answers = [() => undefined];
  await run("tidy");
  await until(() => status() === "$(eye) memory: held for review");
  await until(() => fake.answers.length === 0, "the offer of what waits, which comes after the status");
  fake.answers = ["Discard"];
  await run("discardDream");
  assert.ok(fake.messages.some((one) => one.modal && one.actions.includes("Discard")));
  await until(() => status() !== "$(eye) memory: held for review");
});

test("the doctor says what it found, and mends when told to", async (t) => {
  const { memory } = await start(t, { ...MEMORIES, "MEMORY.md": "# Quay\n\n- [Gone](gone.md) — was here\n" });
  fake.answers = ["Fix What Is Safe"];
  await run("doctor");
  await until(() => readFileSync(path.join(memory, "MEMORY.md"), "utf8").includes("tests.md"));
  assert.doesNotMatch(readFileSync(path.join(memory, "MEMORY.md"), "utf8"), /gone\.md/);
});

test("automatic dreams are switched in the person's file", async (t) => {
  await start(t);
  await run("toggleAutomaticDreaming");
  assert.ok(said("Automatic dreams are on."));
  assert.match(readFileSync(path.join(process.env.NOCTULE_HOME, "settings.json"), "utf8"), /"enabled": true/);
});

test("two open folders are two projects, and which is meant is asked", async (t) => {
  project(MEMORIES);
  delete process.env.NOCTULE_MEMORY_DIR;
  const [one, two] = [place("one"), place("two")];
  for (const root of [one, two]) {
    mkdirSync(path.join(root, ".git"));
  }
  activate(t, [one, two]);
  await runs();
  fake.answers = [(rows) => rows[1]];
  await run("disable");
  assert.ok(said(`Memory is off for ${path.basename(two)}.`));
  assert.equal(status().includes("off"), false);
  fake.open(path.join(two, "a.txt"), "");
  await until(() => status() === "$(circle-slash) memory off");
});
