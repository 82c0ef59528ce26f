// What is left of the extension when it ends, when its server crashes, and when the person cancels.
import assert from "node:assert/strict";
import test from "node:test";
import { activate, fake, MEMORIES, project, run, runs, script, start, status, until } from "./fake/editor.mjs";

// The language client (11.0) listens on as long as the window lives, for each start: mostly its notebook feature.
const LIBRARYS = { changed: 1, other: 4 };

/** Whether as much is held as before, but for what the library kept of so many starts. */
function isSame(before, starts) {
  const now = fake.held();
  for (const [name, kept] of Object.entries(LIBRARYS)) {
    const more = now.listeners[name] - before.listeners[name];
    assert.ok(more >= 0 && more <= kept * starts, `${more} more listeners of ${name}`);
    now.listeners[name] = before.listeners[name];
  }
  assert.deepEqual(now, before);
}

const pidOf = () => Number(/process (\d+)/.exec(fake.log.findLast((one) => one.includes("it runs as process")))[1]);

test("nothing of the editor is held on to when the extension has ended", async (t) => {
  const { root } = project(MEMORIES);
  const before = fake.held();
  await t.test("a life of the extension", async (t) => {
    const api = activate(t, [root]);
    await runs();
    await api.startSession({ id: "s-1" });
    await fake.views.get("noctule.memories").tree.getChildren();
    await run("restartServer");
  });
  isSame(before, 2);
});

test("a server that crashes and comes again leaves nothing behind in the editor", async (t) => {
  await start(t);
  // The server names the last of what it serves once it has the editor's settings.
  await until(() => fake.registered.length > 10, "all is registered");
  const before = fake.held();
  const first = pidOf();
  process.kill(first, "SIGKILL");
  await until(() => pidOf() !== first, "a new server");
  await runs();
  await until(() => fake.registered.length >= before.registered, "all is registered again");
  isSame(before, 1);
});

test("a progress is closed when the server that showed it has crashed", async (t) => {
  const { root } = project();
  // It answers, shows a progress, and ends in the middle of it.
  const crashes = script(`
    const send = (message) => {
      const body = JSON.stringify({ jsonrpc: "2.0", ...message });
      process.stdout.write("Content-Length: " + Buffer.byteLength(body) + "\\r\\n\\r\\n" + body);
    };
    let got = "";
    process.stdin.on("data", (data) => {
      got += data;
      if (got.includes('"initialize"')) {
        const id = Number(/"id":(\\d+)/.exec(got)[1]);
        got = "";
        const memory = { protocolVersion: 1, methods: ${JSON.stringify(NEEDED())} };
        send({ id, result: { capabilities: { experimental: { memory } } } });
      } else if (got.includes('"initialized"')) {
        got = "";
        send({ id: "p", method: "window/workDoneProgress/create", params: { token: "t" } });
        setTimeout(() => send({ method: "$/progress", params: { token: "t", value: { kind: "begin", title: "dreaming" } } }), 50);
        setTimeout(() => process.exit(7), 400);
      }
    });
  `);
  activate(t, [root], { command: crashes });
  const progress = await until(() => fake.progress.find((one) => one.options.title === "dreaming"), "the progress");
  await until(() => progress.isOver, "it is closed");
});

test("what the person cancels is no failure to tell them of", async (t) => {
  const { root } = project();
  const hangs = script(`
    const send = (message) => {
      const body = JSON.stringify({ jsonrpc: "2.0", ...message });
      process.stdout.write("Content-Length: " + Buffer.byteLength(body) + "\\r\\n\\r\\n" + body);
    };
    let got = "";
    let asked;
    process.stdin.on("data", (data) => {
      got += data;
      const first = /"id":(\\d+),"method":"initialize"/.exec(got);
      if (first) {
        got = got.slice(first.index + first[0].length);
        const memory = { protocolVersion: 1, methods: ${JSON.stringify(NEEDED())} };
        send({ id: Number(first[1]), result: { capabilities: { experimental: { memory } } } });
      }
      asked ??= /"id":(\\d+),"method":"memory.search"/.exec(got)?.[1];
      if (asked !== undefined && got.includes("$/cancelRequest")) {
        send({ id: Number(asked), error: { code: -32800, message: "The request was cancelled." } });
        asked = undefined;
        got = "";
      }
    });
  `);
  activate(t, [root], { command: hangs });
  await until(() => !status().includes("loading") && status().includes("memory"));
  fake.answers = ["zeppelin"];
  const search = run("search");
  const progress = await until(() => fake.progress.find((one) => one.options.title.includes("searching")), "the progress");
  progress.cancel();
  await search;
  assert.deepEqual(fake.messages, []);
});

/** The methods that the extension wants of a server. */
function NEEDED() {
  return ["status", "list", "startSession", "recall", "explainRecall", "search", "sessions", "held", "history", "dreamLog", "dreamDiff"].map((name) => `memory/${name}`);
}
