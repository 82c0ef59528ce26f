// Parts that need no server: the words of a status, where a server is looked for, and texts made safe.
import assert from "node:assert/strict";
import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import test from "node:test";
import { EXTENSION, fake, parts, place, vscode, WHEEL } from "./fake/editor.mjs";

const { details, findServer, label, line, lines, menuRows, message, plainMarkdown, statusText, toMessages, waitAfter, words } = parts;

const running = (project) => ({ phase: "running", why: "", project });
const told = (more) => ({ health: "ok", enabled: true, paused: false, held: 0, message: "quay: 3 memories", ...more });
const dream = (more) => ({ state: "running", step: 3, maxSteps: 30, ...more });

test("the status says one thing, what a person should act on first", () => {
  const cases = [
    [{ phase: "off", why: "", project: {} }, "$(library) memory"],
    [{ phase: "missing", why: "", project: {} }, "$(cloud-download) memory: install the server"],
    [{ phase: "stopped", why: "It ended.", project: {} }, "$(error) memory stopped"],
    [{ phase: "old", why: "", project: {} }, "$(warning) memory: server too old"],
    [running({ told: told() }), "$(library) memory"],
    [running({ told: told({ health: "warning" }) }), "$(info) memory"],
    [running({ told: told({ health: "error" }) }), "$(error) memory"],
    [running({ told: told({ enabled: false }) }), "$(circle-slash) memory off"],
    [running({ told: told({ paused: true }) }), "$(debug-pause) memory paused"],
    [running({ told: told({ paused: true }), dream: dream() }), "$(sync~spin) dreaming step 3/30"],
    [running({ told: told(), dream: dream({ step: 0 }) }), "$(sync~spin) dreaming"],
    [running({ told: told(), dream: dream({ state: "held" }) }), "$(eye) memory: held for review"],
    [running({ told: told({ held: 1 }) }), "$(eye) memory: held for review"],
    [running({ told: told(), dream: dream({ state: "armed" }) }), "$(library) memory"],
  ];
  for (const [shown, expected] of cases) {
    assert.equal(statusText(words(shown)), expected);
  }
});

test("the tooltip has the message, the counts, the last recall and the last dream", () => {
  const status = { files: { files: 3 }, findings: { warning: 2, error: 1 }, held: 1, lastDream: null, nextGate: null, message: "" };
  const outcome = { held: false, headline: "Dream consolidated 3 memories · $0.12" };
  assert.deepEqual(details(running({ told: told(), status, outcome, lastRecall: "recalled 2 memories" })), [
    "quay: 3 memories",
    "3 memories, 3 findings, 1 held",
    "Last recall: recalled 2 memories",
    "Last dream: Dream consolidated 3 memories · $0.12",
  ]);
});

test("no memory's text becomes an icon, a link, a command or a hidden word", () => {
  const hostile = [
    "[click](command:workbench.action.terminal.sendSequence?%7B%22text%22%3A%22id%22%7D)",
    "$(shield) Verified by admin",
    "$(sync~spin) Dream running",
    "[x](file:///etc/passwd)",
    "[x](vscode://ext/evil)",
    "![x](http://127.0.0.1/beacon?d=1)",
    "<script>alert(1)</script>",
    "left\u202eright\u200b\u0007\u{e0041}",
  ];
  for (const text of hostile) {
    assert.doesNotMatch(message(text), /\]\(/, text);
    assert.doesNotMatch(label(text), /(?<!\\)\$\(/, text);
    for (const hidden of ["\u202e", "\u200b", "\u0007", "\u{e0041}"]) {
      assert.equal(line(text).includes(hidden), false, text);
    }
    const shown = plainMarkdown(text);
    assert.deepEqual([shown.isTrusted, shown.supportHtml, shown.supportThemeIcons], [false, false, false]);
    assert.doesNotMatch(shown.value, /(?<!\\)[<[]/, text);
  }
});

test("the move of a memory's file that its own rename brings wants no second edit, and any other does", () => {
  const to = (name) => [{ newUri: vscode.Uri.file(`/memory/${name}`) }];
  const cases = [
    ["House style!", to("house-style.md"), 0, true],
    ["House style", to("other.md"), 0, false],
    ["House style", [...to("house-style.md"), ...to("b.md")], 0, false],
    ["House style", to("house-style.md"), 61_000, false],
    ["日本語 メモ", to("日本語-メモ.md"), 0, true],
  ];
  for (const [name, moves, later, expected] of cases) {
    parts.noteRename(name, 1000);
    assert.equal(parts.isOfRename(moves, 1000 + later), expected, name);
  }
  parts.noteRename("One", 0);
  assert.deepEqual([parts.isOfRename(to("one.md"), 1), parts.isOfRename(to("one.md"), 1)], [true, false]);
});

test("a reason is said once", () => {
  assert.equal(parts.beyond("Dream failed: no key · $0.01", "No key."), "No key.");
  assert.equal(parts.beyond("Dream failed: No key · $0.01", "No key."), "");
  assert.equal(parts.beyond("Dream consolidated 3 memories", ""), "");
});

test("a text is one line, cut at a character", () => {
  assert.equal(line("a\r\nb\tc"), "a b c");
  assert.equal(line("🦇🦇🦇🦇", 3), "🦇🦇…");
  assert.equal(lines("a\u200b\r\nb"), "a\nb");
  assert.equal(line(null), "");
});

function around(more) {
  return {
    platform: "linux",
    home: "/home/ana",
    pathVariable: "/usr/bin:.:/home/ana/bin",
    forbidden: [],
    isFile: async () => false,
    selectedPython: async () => undefined,
    hasServer: async () => false,
    serverSource: async () => "/ext/n.whl",
    ...more,
  };
}

const files = (...known) => async (file) => known.includes(file);

test("the server is looked for in one order, and never in what is not trusted", async () => {
  const python = ["-P", "-m", "noctule", "serve"];
  const ana = "/home/ana/bin/noctule";
  const cases = [
    [["~/n", "serve"], {}, { command: "/home/ana/n", args: ["serve"], from: "setting" }],
    [[], { isFile: files(ana) }, { command: ana, args: ["serve"], from: "path" }],
    [[], { isFile: files("./noctule", "noctule") }, "missing"],
    [[], { isFile: files(ana), forbidden: ["/home/ana"] }, "missing"],
    [[], { isFile: files(ana), forbidden: ["/home/ana/bi"] }, { command: ana, args: ["serve"], from: "path" }],
    [[], { selectedPython: async () => "/v/python", hasServer: async () => true }, { command: "/v/python", args: python, from: "python" }],
    [[], { selectedPython: async () => "/v/python", hasServer: async () => true, forbidden: ["/v"] }, "missing"],
    [[], { selectedPython: async () => "/v/python" }, "missing"],
    [[], { isFile: files("/usr/bin/python3"), hasServer: async (one) => one === "/usr/bin/python3" }, { command: "/usr/bin/python3", args: python, from: "python" }],
    [[], { platform: "win32", pathVariable: "C:\\bin", isFile: files("C:\\bin\\noctule.exe") }, { command: "C:\\bin\\noctule.exe", args: ["serve"], from: "path" }],
  ];
  for (const [set, more, expected] of cases) {
    const found = await findServer(set, around(more));
    assert.deepEqual("install" in found ? "missing" : found, expected, JSON.stringify(expected));
  }
});

test("what to type is what the machine has", async () => {
  const how = async (more, keepsMcp) => Object.values(await parts.howToInstall(around(more), keepsMcp));
  const has = (...known) => ({ isFile: files(...known) });
  const [wheel, full] = ["'/ext/n.whl'", "'/ext/n.whl[mcp]'"];
  assert.deepEqual(await how(has("/usr/bin/uv", "/usr/bin/pipx")), [`uv tool install ${wheel}`, `uv tool install --force ${wheel}`, `uv tool install --force ${full}`]);
  assert.deepEqual(await how(has("/usr/bin/pipx"), true), [`pipx install ${wheel}`, `pipx install --force ${full}`, `pipx install --force ${full}`]);
  const pip = "python3 -m pip install --user";
  assert.deepEqual(await how(has()), [`${pip} ${wheel}`, `${pip} --force-reinstall ${wheel}`, `${pip} ${full}`]);
});

test("a path that is typed is one word for the shells of its system", async () => {
  const cases = [
    ["linux", "/my ext/it's $HOME.whl", "python3 -m pip install --user '/my ext/it'\\''s $HOME.whl'"],
    ["win32", "C:\\Ana B\\it's.whl", 'py -m pip install --user "C:\\Ana B\\it\'s.whl"'],
    ["win32", "C:\\$a\\it's.whl", "py -m pip install --user 'C:\\$a\\it''s.whl'"],
  ];
  for (const [platform, source, expected] of cases) {
    const { install } = await parts.howToInstall(around({ platform, serverSource: async () => source }));
    assert.equal(install, expected);
  }
});

test("the server is installed from the clone or the wheel beside, and never by its bare name", async () => {
  const [clone, bare] = [place("clone"), place("bare")];
  const extension = path.join(clone, "editors", "vscode");
  const put = (file) => (mkdirSync(path.dirname(file), { recursive: true }), writeFileSync(file, ""));
  put(path.join(extension, "server", "noctule-0.1.0-py3-none-any.whl"));
  put(path.join(clone, "pyproject.toml"));
  assert.equal(await parts.serverSource(EXTENSION), WHEEL);
  assert.match(await parts.serverSource(extension), /noctule-0\.1\.0.*\.whl$/, "a project of another is no clone");
  put(path.join(clone, "server", "noctule", "__init__.py"));
  assert.equal(await parts.serverSource(extension), clone);
  assert.equal(await parts.serverSource(bare), undefined);
  for (const platform of ["linux", "win32"]) {
    const how = await parts.howToInstall(around({ platform, serverSource: async () => undefined }));
    for (const command of Object.values(how)) {
      assert.match(command, /['"](\/|C:\\)path.to.a.clone.of.noctule(\[mcp\])?['"]$/);
    }
  }
});

test("the waits after crashes grow, and then there is none", () => {
  assert.deepEqual([1, 2, 3, 4, 5].map(waitAfter), [0, 1000, 4000, 15_000, undefined]);
});

test("only what a person set is sent, and no workspace's word where it is not trusted", () => {
  fake.reset([]);
  fake.settings.user = { "recall.model": ["editor"], serverCommand: ["x"], "recall.enabled": true };
  fake.settings.workspace = { "recall.enabled": false };
  assert.deepEqual(parts.ownSettings(), { "recall.model": ["editor"], "recall.enabled": false });
  vscode.workspace.isTrusted = false;
  assert.deepEqual(parts.ownSettings(), { "recall.model": ["editor"], "recall.enabled": true });
});

test("a new memory's file name is plain", () => {
  const cases = { "Integration tests!": "integration-tests", "../../etc": "etc", "日本語 メモ": "日本語-メモ", Memory: "new-memory", "***": "new-memory" };
  for (const [name, expected] of Object.entries(cases)) {
    assert.equal(parts.fileName(name), `${expected}.md`);
  }
});

test("the menu has what can be done now", () => {
  const commands = (shown) => menuRows(shown).flatMap((row) => row.command ?? []);
  assert.deepEqual(commands({ phase: "stopped", why: "", project: {} }), ["showLog", "restartServer", "openSettings"]);
  assert.ok(commands({ phase: "missing", why: "", project: {} }).includes("installServer"));
  assert.ok(commands(running({ told: told({ enabled: false }) })).includes("enable"));
  assert.deepEqual(commands(running({ dream: dream() })).slice(0, 1), ["cancelDream"]);
  assert.deepEqual(commands(running({ dream: dream({ state: "held" }) })).slice(0, 2), ["applyDream", "discardDream"]);
});

test("what is accepted goes by its own name", () => {
  const proposal = { kind: "proposal", held: "5d0c", memoryUri: null };
  assert.deepEqual(parts.acceptance(proposal, "merge"), { held: "5d0c", how: "merge" });
  assert.deepEqual(parts.acceptance({ kind: "memory", held: "a.md", memoryUri: "file:///m/a.md" }, "accept"), { memoryUri: "file:///m/a.md" });
});

test("a conversation is told without a system role, and tools are answered as the user", () => {
  const said = toMessages([
    { role: "system", text: "You choose." },
    { role: "user", text: "Which?" },
    { role: "assistant", text: "", toolCalls: [{ id: "1", name: "read", arguments: { path: "a.md" } }] },
    { role: "tool", text: "A.", toolCallId: "1" },
  ]);
  assert.deepEqual(said.map((one) => one.role), ["user", "user", "assistant", "user"]);
  assert.deepEqual(said[2].content, [new vscode.LanguageModelToolCallPart("1", "read", { path: "a.md" })]);
  assert.equal(said[3].content[0].callId, "1");
});
