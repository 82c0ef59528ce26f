// The commands on memories, on the real server: what is opened, asked, written and taken back.
import assert from "node:assert/strict";
import { existsSync, readdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import test from "node:test";
import { fake, place, run, said, start, status, until, vscode } from "./fake/editor.mjs";

test("the index and a memory are opened", async (t) => {
  const { memory } = await start(t);
  await run("openIndex");
  assert.equal(fake.shown.at(-1).uri, vscode.Uri.file(path.join(memory, "MEMORY.md")).toString());
  fake.answers = ["Tests"];
  await run("openMemory");
  assert.ok(fake.shown.at(-1).uri.endsWith("/tests.md"));
});

test("search finds a memory, and says where nothing is found", async (t) => {
  await start(t);
  fake.answers = ["mock the database", (rows) => rows[0]];
  await run("search");
  assert.ok(fake.shown.at(-1).uri.endsWith("/tests.md"));
  fake.answers = ["zeppelin"];
  await run("search");
  assert.ok(said("Nothing was found for “zeppelin”."));
});

test("what is remembered is asked for first, written, and taken back", async (t) => {
  const { memory } = await start(t);
  fake.answers = ["Charts are never scaled down.", "Save"];
  await run("remember");
  await until(() => readdirSync(memory).some((name) => name.startsWith("charts")));
  const asked = fake.messages.find((one) => one.actions.includes("Save"));
  assert.match(asked.text, /Charts are never scaled down/);
  // It is the person's own, which no undo without a name takes back.
  await run("undo");
  assert.ok(fake.messages.at(-1).text !== "");
});

test("a proposal's link never becomes one that runs a command", async (t) => {
  await start(t);
  fake.answers = ["Charts lie [here](command:workbench.action.quit) in the harbour office.", "Discard"];
  await run("remember");
  const asked = await until(() => fake.messages.find((one) => one.actions.includes("Save")));
  assert.doesNotMatch(asked.text, /\]\(/);
});

test("an import shows its plan, and brings in what is picked", async (t) => {
  const { memory } = await start(t);
  const from = place("notes");
  writeFileSync(path.join(from, "one.md"), "Ferries leave at seven.\n");
  writeFileSync(path.join(from, "two.md"), "Berths are booked by mail.\n");
  fake.answers = [(rows) => rows.at(-1), [vscode.Uri.file(from)], (rows) => rows.filter((row) => row.label === "one.md")];
  await run("import");
  await until(() => existsSync(path.join(memory, "one.md")));
  assert.equal(existsSync(path.join(memory, "two.md")), false);
  assert.ok(said("Imported: 1 created."));
});

test("adoption asks before it takes anything over", async (t) => {
  await start(t);
  fake.answers = ["/no/such/place", "Adopt"];
  await run("adopt");
  assert.ok(said("No memory of a project at /no/such/place is left."));
});

test("a new memory begins as an unsaved file with its head", async (t) => {
  const { memory } = await start(t);
  fake.answers = ["Tide tables"];
  await run("newMemory");
  assert.equal(fake.shown.at(-1).uri, `untitled:${path.join(memory, "tide-tables.md")}`);
  assert.match(fake.shown.at(-1).snippet, /^---\nname: Tide tables\ndescription: \$1\ntype: /);
  assert.equal(existsSync(path.join(memory, "tide-tables.md")), false);
});

test("what is held is decided one by one", async (t) => {
  const { memory } = await start(t);
  fake.answers = ["Ships sound their horn twice.", () => undefined];
  await run("remember");
  await until(() => status() === "$(eye) memory: held for review");
  fake.answers = [(rows) => rows[0], "Look at it first", (rows) => rows[0]];
  await run("reviewHeld");
  assert.match(fake.shown.at(-1).text, /Ships sound their horn twice/);
  await until(() => readdirSync(memory).some((name) => name.startsWith("ships")));
});
