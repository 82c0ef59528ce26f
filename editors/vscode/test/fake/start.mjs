// For the benchmark: milliseconds from the start until there is a status, of the bare server or (`--extension`) in the
// editor. Two figures: until the status says that memory is there, and until it has the server's own sentence.
import { spawn } from "node:child_process";
import { pathToFileURL } from "node:url";

const isExtension = process.argv.includes("--extension");
const [root, ...command] = process.argv.slice(2).filter((word) => word !== "--extension");

async function extension() {
  // The small editor is there before: a real one is. The bundle is loaded within the time.
  const { default: vscode } = await import("./vscode.cjs");
  const { createRequire, default: Module } = await import("node:module");
  const resolve = Module._resolveFilename;
  const fake = new URL("vscode.cjs", import.meta.url).pathname;
  Module._resolveFilename = (request, ...rest) => (request === "vscode" ? fake : resolve(request, ...rest));
  vscode.fake.reset([root]);
  vscode.fake.settings.user.serverCommand = command;
  const began = performance.now();
  const noctule = createRequire(import.meta.url)("../../dist/extension.js");
  const api = noctule.activate({ subscriptions: [], extensionPath: "", globalState: { get: (_key, fallback) => fallback, update: async () => undefined } });
  let shown;
  await new Promise((done) =>
    api.onDidChangeStatus(() => {
      const { phase, message } = api.status();
      shown ??= phase === "running" ? performance.now() - began : undefined;
      return phase === "running" && message !== "" && done();
    }),
  );
  const told = performance.now() - began;
  await noctule.deactivate();
  return [shown, told];
}

async function bare() {
  const began = performance.now();
  const [program, ...args] = command;
  const server = spawn(program, args);
  const send = (message) => {
    const body = JSON.stringify({ jsonrpc: "2.0", ...message });
    server.stdin.write(`Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`);
  };
  const uri = pathToFileURL(root).href;
  const memory = { protocolVersion: 1, notifications: ["memory/serverStatus"] };
  const params = { processId: process.pid, rootUri: uri, workspaceFolders: [{ uri, name: "root" }], capabilities: { experimental: { memory } } };
  send({ id: 1, method: "initialize", params });
  let got = "";
  let shown;
  await new Promise((done) => {
    server.stdout.on("data", (data) => {
      got += data;
      if (shown === undefined && got.includes('"protocolVersion"')) {
        shown = performance.now() - began;
        send({ method: "initialized", params: {} });
      }
      if (got.includes("memory/serverStatus")) {
        done();
      }
    });
  });
  const told = performance.now() - began;
  server.kill();
  return [shown, told];
}

console.log((await (isExtension ? extension() : bare())).map((one) => one.toFixed(1)).join(" "));
process.exit(0);
