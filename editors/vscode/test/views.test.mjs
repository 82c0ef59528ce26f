// The views: what stands in them, what their rows do, and that no text of a memory is more than text.
import assert from "node:assert/strict";
import { existsSync, writeFileSync } from "node:fs";
import path from "node:path";
import test from "node:test";
import { activate, fake, MEMORIES, parts, project, run, runs, said, until, vscode } from "./fake/editor.mjs";

const { age, decorationOf, dreamItem, dreamsOf, memoryItem, nameIn, previewPage, rowUri, shownResult } = parts;
const NOW = Date.parse("2026-03-05T12:00:00Z");

const ROW = {
  memoryUri: "file:///memory/tests.md", path: "tests.md", name: "Tests", description: "a real database", type: "feedback",
  modified: "2026-03-02T11:00:00.000Z", bytes: 2048, recalls: 4, lastRecalled: "2026-03-05T10:00:00.000Z", findings: [], held: null, pinned: false,
};
const DREAM = {
  dreamId: "d1", at: "2026-03-05T10:00:00.000Z", trigger: "command", status: "completed", held: false, headline: "Dream merged 2 memories", reason: "", gate: null,
  model: "m", durationMs: 900, steps: 4, costUsd: 0.12, tokens: 10, created: [], edited: [{ memoryUri: "file:///memory/tests.md", hash: "x" }], removed: [], conflicts: [], summary: "Merged.",
};
const HOSTILE = [
  "[click](command:workbench.action.terminal.sendSequence)", "[x](javascript:alert(1))", "![x](http://127.0.0.1/beacon)", "<script>alert(1)</script>",
  "$(sync~spin) Dream running", "$(shield) Verified by admin", "http://127.0.0.1/x", "[a]: command:x\n[a]", "`` ` ``", "a | b\n--|--\n1 | 2",
];

/** The labels of a view, two levels deep. */
async function labels(id) {
  const { tree } = fake.views.get(id);
  const rows = await tree.getChildren();
  const all = [];
  for (const row of rows) {
    all.push(tree.getTreeItem(row).label, ...(await tree.getChildren(row)).map((one) => `  ${tree.getTreeItem(one).label}`));
  }
  return all;
}

async function rowOf(id, label) {
  const { tree } = fake.views.get(id);
  for (const row of await tree.getChildren()) {
    const found = [row, ...(await tree.getChildren(row))].find((one) => tree.getTreeItem(one).label === label);
    if (found !== undefined) {
      return found;
    }
  }
  throw new Error(`no row ${label} in ${id}`);
}

test("the memories stand by type, after the index", async (t) => {
  const { root } = project(MEMORIES);
  activate(t, [root]);
  assert.deepEqual(await labels("noctule.memories"), ["Index", "Feedback", "  Tests"]);
});

test("where nothing is known the view is empty, so that its welcome is seen", async (t) => {
  const { root } = project();
  activate(t, [root]);
  assert.deepEqual(await labels("noctule.memories"), []);
  assert.deepEqual(await labels("noctule.dreams"), []);
});

test("with two folders open each has its own rows", async (t) => {
  const { root } = project(MEMORIES);
  activate(t, [root, project(MEMORIES).root]);
  const names = (await fake.views.get("noctule.memories").tree.getChildren()).map((one) => one.kind);
  assert.deepEqual(names, ["folder", "folder"]);
});

test("a memory that is deleted from its row comes back by the message's button", async (t) => {
  const { root, memory } = project(MEMORIES);
  activate(t, [root]);
  const row = await rowOf("noctule.memories", "Tests");
  fake.answers.push("Undo");
  await run("view.remove", row);
  assert.ok(said("was removed"));
  assert.ok(existsSync(path.join(memory, "tests.md")));
});

test("a memory is pinned and unpinned from its row", async (t) => {
  const { root } = project(MEMORIES);
  activate(t, [root]);
  await run("view.pin", await rowOf("noctule.memories", "Tests"));
  assert.equal((await rowOf("noctule.memories", "Tests")).row.pinned, true);
  await run("view.unpin", await rowOf("noctule.memories", "Tests"));
  assert.equal((await rowOf("noctule.memories", "Tests")).row.pinned, false);
});

test("a dream has its files within it, and a file its two sides", async (t) => {
  const { root, memory } = project(MEMORIES);
  writeFileSync(path.join(memory, "lone.md"), "---\nname: Lone\ndescription: not in the index\ntype: project\n---\n\nHere.\n");
  activate(t, [root]);
  await runs();
  await run("tidy");
  await until(async () => (await labels("noctule.dreams")).includes("  MEMORY.md"));
  await run("view.showDreamChanges", await rowOf("noctule.dreams", "MEMORY.md"));
  assert.ok(fake.ran.includes("vscode.diff"));
  const { tree } = fake.views.get("noctule.dreams");
  const [dream] = await tree.getChildren();
  assert.equal(tree.getTreeItem(dream).contextValue, "dream applied changed");
  await run("view.undoDream", dream);
  await until(async () => tree.getTreeItem((await tree.getChildren())[0]).contextValue === "dream past changed");
});

test("a session shows what its agent was given", async (t) => {
  const { root } = project(MEMORIES);
  const api = activate(t, [root]);
  const session = await api.startSession({ id: "s-1", model: "quay-1" });
  await session.recall("how do the integration tests reach the database?");
  assert.deepEqual(await labels("noctule.sessions"), ["quay-1", "  tests.md"]);
  const [row] = await fake.views.get("noctule.sessions").tree.getChildren();
  await run("view.pauseSession", row);
  const [paused] = await fake.views.get("noctule.sessions").tree.getChildren();
  assert.equal(fake.views.get("noctule.sessions").tree.getTreeItem(paused).contextValue, "session paused");
});

test("the recall preview shows what a typed turn would be given, and why", async (t) => {
  const { root } = project(MEMORIES);
  activate(t, [root]);
  const posted = [];
  let hear;
  const webview = { postMessage: async (told) => posted.push(told), onDidReceiveMessage: (listener) => (hear = listener) };
  fake.webviews.get("noctule.preview").resolveWebviewView({ webview, onDidDispose: () => undefined });
  assert.deepEqual(webview.options, { enableScripts: true, localResourceRoots: [] });
  fake.answers.push("may I mock the database in integration tests?");
  await run("explainRecall");
  hear({ kind: "ready" });
  const told = await until(() => posted.at(-1));
  assert.match(told.said, /^1 memory would be recalled: /);
  assert.deepEqual([told.candidates[0].name, told.candidates[0].picked], ["Tests", true]);
  assert.match(told.text, /Never mock the database/);
  hear({ kind: "open", row: 0 });
  await until(() => fake.shown.at(-1)?.uri.endsWith("tests.md"));
  hear({ kind: "open", row: 99 });
  hear({ kind: "open", row: "command:x" });
  hear({ kind: "explain", query: 7 });
  assert.equal(posted.length, 1);
});

test("a row tells age, recalls and description, and its badge the findings", () => {
  const item = memoryItem(ROW, NOW);
  assert.equal(item.description, "3 d · 4× · a real database");
  assert.equal(item.contextValue, "memory loose");
  assert.equal(memoryItem({ ...ROW, held: "it came from elsewhere", pinned: true }, NOW).contextValue, "memory held pinned");
  const uri = (...severities) => rowUri(vscode.Uri.parse(ROW.memoryUri), severities.map((severity) => ({ severity })));
  assert.equal(decorationOf(uri()), undefined);
  assert.deepEqual([decorationOf(uri("hint", "warning")).badge, decorationOf(uri("hint", "warning")).color.id], ["2", "list.warningForeground"]);
  assert.equal(decorationOf(vscode.Uri.file("/memory/tests.md")), undefined);
});

test("ages are short", () => {
  const cases = [["2026-03-05T11:59:30Z", "now"], ["2026-03-05T11:20:00Z", "40 min"], ["2026-03-04T12:00:00Z", "1 d"], ["2025-12-01T12:00:00Z", "3 mo"], ["2020-03-05T12:00:00Z", "6 y"], ["no time", ""], [null, ""]];
  for (const [at, short] of cases) {
    assert.equal(age(at, NOW), short, at);
  }
});

test("a dream stands as the person's last word left it", () => {
  const held = { ...DREAM, status: "aborted", held: true };
  const applied = { ...DREAM, at: "2026-03-05T11:00:00.000Z", status: "applied", headline: "Applied" };
  const state = (rows) => dreamItem(dreamsOf(rows)[0], NOW);
  assert.equal(state([DREAM]).description, "completed · 2 h ago · $0.12 · 1 file");
  assert.equal(state([held]).contextValue, "dream held changed");
  assert.deepEqual([state([applied, held]).contextValue, state([applied, held]).label], ["dream applied changed", "Dream merged 2 memories"]);
  assert.equal(state([{ ...DREAM, status: "undone" }, DREAM]).contextValue, "dream past changed");
  assert.equal(dreamsOf([applied, held, { ...DREAM, dreamId: "d0" }]).length, 2);
});

test("no text of a memory is a link, an icon, a page or a line of its own", () => {
  for (const text of HOSTILE) {
    const item = memoryItem({ ...ROW, name: text, description: text, held: text, findings: [{ severity: "hint", message: text }] }, NOW);
    assert.ok(!/[\r\n]/.test(item.label + item.description), text);
    assert.deepEqual([item.tooltip.isTrusted, item.tooltip.supportHtml, item.tooltip.supportThemeIcons], [false, false, false]);
    assert.ok(!/(?<!\\)\]\(|(?<!\\)<|(?<!\\)`/.test(item.tooltip.value), item.tooltip.value);
    assert.equal(item.command.command, "vscode.open");
    assert.equal(item.iconPath.id, "eye-closed");
    const shown = shownResult({ text, candidates: [{ name: text, score: 1, parts: {}, coverage: 0.5, picked: true, reason: text, goneFiles: [text] }], gate: { open: true, reason: text }, notes: [] });
    assert.equal(typeof shown.candidates[0].name, "string");
  }
  const hidden = memoryItem({ ...ROW, name: "a\u202eb\u200bc" }, NOW);
  assert.equal(hidden.label, "abc");
});

test("the page of the preview loads nothing, and puts in text only", () => {
  const page = previewPage();
  assert.match(page, /default-src 'none'; style-src 'nonce-[^']+'; script-src 'nonce-[^']+'"/);
  assert.doesNotMatch(page, /innerHTML|outerHTML|insertAdjacentHTML|document\.write|unsafe-|https?:|\son\w+=/);
  assert.notEqual(page, previewPage());
});

test("the name to be renamed is the head's, and only the head's", () => {
  const document = (text) => ({ lineCount: text.split("\n").length, lineAt: (number) => ({ text: text.split("\n")[number] }) });
  const place = (text) => nameIn(document(text));
  assert.deepEqual({ ...place("---\nname: Tests\n---\n") }, { line: 1, character: 6 });
  assert.deepEqual({ ...place('---\ntype: user\nname:  "Tests"\n---\n') }, { line: 2, character: 8 });
  assert.equal(place("---\ntype: user\n---\nname: Tests\n"), undefined);
  assert.equal(place("name: Tests\n"), undefined);
});

test("nothing of a view is left when the extension is", async () => {
  assert.equal(fake.views.size, 0);
});
