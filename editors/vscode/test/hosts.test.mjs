// Agents without a plugin: the MCP server that the editor is told of, and the hooks that are offered.
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { homedir } from "node:os";
import path from "node:path";
import test from "node:test";
import { activate, fake, Memento, MEMORIES, parts, place, project, run, runs, said, script, SERVER, start, until, vscode, WHEEL } from "./fake/editor.mjs";

const DAY = 86_400_000;
const offered = () => fake.mcp.get("noctule.mcp").provideMcpServerDefinitions();
const CAN = "can use this memory too";

/** What a server of this definition answers to `initialize` and `tools/list`. */
async function toolsOf({ command, args, cwd }) {
  const server = spawn(command, args, { cwd: cwd.fsPath, stdio: ["pipe", "pipe", "inherit"] });
  let got = "";
  server.stdout.on("data", (data) => (got += data));
  const send = (message) => server.stdin.write(`${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`);
  send({ id: 1, method: "initialize", params: { protocolVersion: "2025-06-18", capabilities: {}, clientInfo: { name: "quay", version: "1" } } });
  await until(() => got.includes('"id":1'));
  send({ method: "notifications/initialized" });
  send({ id: 2, method: "tools/list" });
  const answer = await until(() => got.split("\n").find((line) => line.includes('"id":2')));
  server.kill();
  return JSON.parse(answer).result.tools.map((tool) => tool.name);
}

test("each open folder has an MCP server, which serves its memories", async (t) => {
  const { root } = await start(t, MEMORIES, { settings: { "recall.maxMemories": 3 } });
  const [one, ...more] = await offered();
  assert.deepEqual([one.label, more.length, one.cwd.fsPath], ["Noctule", 0, homedir()]);
  const [command, ...args] = SERVER;
  assert.equal(one.command, command);
  assert.deepEqual(one.args, [...args.slice(0, -1), "mcp", "--project", root, "--settings", '{"recall.maxMemories":3}']);
  assert.match(one.version, /^\d+\.\d+/);
  assert.ok((await toolsOf(one)).includes("memory_recall"));
});

test("the MCP servers follow the folders, the switch, the settings and the trust", async (t) => {
  const { root } = await start(t);
  let changes = 0;
  const heard = fake.mcp.get("noctule.mcp").onDidChangeMcpServerDefinitions(() => (changes += 1));
  t.after(() => heard.dispose());
  const after = async (change, labels) => {
    const before = changes;
    await change();
    await until(() => changes > before, "the editor is told");
    assert.deepEqual((await offered()).map((one) => one.label), labels);
  };
  await after(() => run("disable"), []);
  await after(() => run("enable"), ["Noctule"]);
  await after(() => fake.set("mcpServer", false), []);
  await after(() => fake.set("mcpServer", true), ["Noctule"]);
  const other = project(MEMORIES).root;
  await after(() => fake.setFolders([root, other]), [`Noctule: ${path.basename(root)}`, `Noctule: ${path.basename(other)}`]);
  await after(() => ((vscode.workspace.isTrusted = false), fake.set("mcpServer", true)), []);
  await after(() => fake.trust(), [`Noctule: ${path.basename(root)}`, `Noctule: ${path.basename(other)}`]);
});

test("a server without the MCP extra is not offered; the menu says what to type", async (t) => {
  const { root } = project(MEMORIES);
  const [command, ...args] = SERVER;
  // As long as before, so that the frame stays whole.
  const without = script(`
    import { spawn } from "node:child_process";
    const server = spawn(${JSON.stringify(command)}, ${JSON.stringify(args)});
    process.stdin.pipe(server.stdin);
    server.stdout.on("data", (data) => process.stdout.write(data.toString("latin1").replace(/("mcp": ?)true/, "$1null"), "latin1"));
    server.on("exit", (code) => process.exit(code ?? 1));
  `);
  activate(t, [root], { command: without });
  await runs();
  assert.deepEqual(await offered(), []);
  assert.ok(fake.log.some((one) => one.includes("its extra is not installed")));
  await until(() => fake.contextKeys.get("noctule.lacksMcp") === true);
  fake.answers = [(rows) => rows.find((row) => row.command === "installMcp"), "Copy"];
  await run("showMenu");
  await until(() => fake.clipboard !== "");
  assert.ok(fake.clipboard.endsWith(`'${WHEEL}[mcp]'`), fake.clipboard);
});

test("an editor that knows no MCP goes without", (t) => {
  const { root } = project(MEMORIES);
  const kept = vscode.lm.registerMcpServerDefinitionProvider;
  delete vscode.lm.registerMcpServerDefinitionProvider;
  t.after(() => (vscode.lm.registerMcpServerDefinitionProvider = kept));
  activate(t, [root]);
  assert.equal(fake.mcp.size, 0);
  assert.ok(fake.commands.has("noctule.dream"));
});

test("which words serve MCP, and what adds it, follow from how the server was found", async () => {
  const around = { platform: "linux", pathVariable: "/usr/bin", forbidden: [], isFile: async (file) => file === "/usr/bin/pipx", serverSource: async () => "/ext/n.whl" };
  const cases = [
    [{ command: "/bin/noctule", args: ["serve"] }, ["mcp"], "pipx install --force '/ext/n.whl[mcp]'"],
    [{ command: "/v/python", args: ["-P", "-m", "noctule", "serve", "--log-level", "debug"] }, ["-P", "-m", "noctule", "mcp"], "/v/python -m pip install '/ext/n.whl[mcp]'"],
    [{ command: "/my v/python", args: ["-m", "noctule", "serve"] }, ["-m", "noctule", "mcp"], "'/my v/python' -m pip install '/ext/n.whl[mcp]'"],
    [{ command: "/bin/wrapper", args: [] }, undefined, "pipx install --force '/ext/n.whl[mcp]'"],
  ];
  for (const [found, words, add] of cases) {
    assert.deepEqual(parts.mcpWords(found), words);
    assert.equal(await parts.howToAddMcp(found, around), add);
  }
});

/** A person who uses Claude Code, with settings of their own. */
function claude(t) {
  const folder = place("claude");
  const file = path.join(folder, "settings.json");
  const theirs = '{\n  "model": "opus" // the big one\n}\n';
  writeFileSync(file, theirs);
  process.env.CLAUDE_CONFIG_DIR = folder;
  t.after(() => delete process.env.CLAUDE_CONFIG_DIR);
  return { theirs, now: () => readFileSync(file, "utf8") };
}

test("hooks are offered once, and put in as they were shown", async (t) => {
  const settings = claude(t);
  const memento = new Memento();
  const { root } = project(MEMORIES);
  activate(t, [root], { memento });
  const diffs = [];
  fake.builtIn = (id, ...args) => void (id === "vscode.diff" && diffs.push(args));
  t.after(() => (fake.builtIn = undefined));
  fake.answers = ["Install...", "Install"];
  await until(() => said("New sessions of Claude Code use this memory."));
  assert.deepEqual(said(CAN).actions, ["Install...", "Not Now", "Never"]);
  assert.match(said(CAN).text, /^Claude Code can/);
  const text = (uri) => fake.providers.get("noctule").provideTextDocumentContent(uri);
  assert.deepEqual(diffs[0].slice(0, 2).map(text), [settings.theirs, settings.now()]);
  assert.match(settings.now(), /hook UserPromptSubmit/);
  fake.messages = [];
  await run("restartServer");
  await runs();
  fake.answers = [(rows) => rows[0], "Remove"];
  await run("removeHooks");
  assert.equal(settings.now(), settings.theirs);
  assert.equal(said(CAN), undefined, "it was offered before");
});

test("who says never is asked nevermore, and nothing is written", async (t) => {
  const settings = claude(t);
  const memento = new Memento();
  const { root } = project(MEMORIES);
  activate(t, [root], { memento });
  fake.answers = ["Never"];
  await until(() => memento.get("noctule.hooksOffer", {}).never);
  assert.equal(settings.now(), settings.theirs);
  assert.equal(parts.isDue(memento.get("noctule.hooksOffer"), Date.now() + 1000 * DAY), false);
});

test("in a folder that is not trusted nobody is asked, and a project's own hooks are no choice", async (t) => {
  claude(t);
  const { root } = project(MEMORIES);
  activate(t, [root], { isTrusted: false });
  await runs();
  fake.answers = [() => undefined, () => undefined];
  // Asked after the offer would have been: the server answers in order.
  await run("showHooks");
  assert.deepEqual(fake.picks.at(-1).items.map((row) => row.label.replace(/^\$\(.*?\) /, "")), ["Claude Code", "Claude Code", "Copilot", "Copilot"]);
  await run("installHooks");
  assert.deepEqual(fake.picks.at(-1).items.map((row) => row.description), ["for you, in all projects", "for you, in all projects"]);
  assert.equal(said(CAN), undefined);
  assert.deepEqual(await offered(), []);
});

test("an offer is due once, and again a month after it was put off", () => {
  const cases = [[{}, true], [{ never: true }, false], [{ at: 0 }, true], [{ at: 100 * DAY }, false], [{ at: 100 * DAY, never: true }, false], [{ at: 69 * DAY }, true]];
  for (const [kept, expected] of cases) {
    assert.equal(parts.isDue(kept, 100 * DAY), expected, JSON.stringify(kept));
  }
});

test("only an agent that is used here and has no hooks of ours is asked about", () => {
  const hooks = (state) => [{ agent: "claude-code", scope: "user", state: "absent" }, { agent: "claude-code", scope: "project", state }];
  const cases = [["absent", ["claude-code"], ["claude-code"]], ["installed", ["claude-code"], []], ["outdated", ["claude-code"], []], ["unreadable", ["claude-code"], []], ["absent", [], []]];
  for (const [state, used, expected] of cases) {
    assert.deepEqual(parts.withoutHooks({ hooks: hooks(state), used, notes: [] }), expected, state);
  }
});
