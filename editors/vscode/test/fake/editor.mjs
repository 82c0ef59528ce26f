// The extension, built, in the small editor: activates it, waits on conditions, and stops its server at the end.
import { createRequire } from "node:module";
import Module from "node:module";
import { existsSync, mkdtempSync, mkdirSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { serverUnderTest } from "./server.mjs";

const require = createRequire(import.meta.url);
const here = path.dirname(fileURLToPath(import.meta.url));
const resolve = Module._resolveFilename;
Module._resolveFilename = (request, ...rest) => (request === "vscode" ? path.join(here, "vscode.cjs") : resolve(request, ...rest));

export const vscode = require("vscode");
export const { fake } = vscode;
const extension = built("extension.js");

const PATIENCE_MS = 20_000;

/** What is tested is the bundle, which is not made anew here: `npm test` builds it first. */
function built(file) {
  const whole = path.join(here, "..", "..", "dist", file);
  if (!existsSync(whole)) {
    throw new Error(`${whole} is not built: run \`npm test\`, or \`npm run build -- --tests\` before \`node --test\``);
  }
  return require(whole);
}

/** The command of the server under test, and the Python that it runs in. */
export const { command: SERVER, python: PYTHON } = serverUnderTest();

export function place(name) {
  return mkdtempSync(path.join(tmpdir(), `noctule-${name}-`));
}

/** A home of their own: in a person's there are agents, about whose hooks a question comes in between. */
function leaveHome() {
  const home = place("person");
  Object.assign(process.env, { HOME: home, USERPROFILE: home });
  for (const name of ["CONFIG", "DATA", "CACHE", "STATE"]) {
    process.env[`XDG_${name}_HOME`] = path.join(home, ".xdg", name.toLowerCase());
  }
  for (const name of ["NOCTULE_DISABLE", "CLAUDE_CONFIG_DIR", "CODEX_HOME", "COPILOT_HOME", "PI_CODING_AGENT_DIR", "PI_CODING_AGENT_SESSION_DIR"]) {
    delete process.env[name];
  }
}
leaveHome();

/** A project with a memory folder beside it. */
export function project(memories = {}) {
  const root = place("project");
  mkdirSync(path.join(root, ".git"));
  writeFileSync(path.join(root, "app.py"), "print('quay')\n");
  const memory = place("memory");
  for (const [file, text] of Object.entries(memories)) {
    writeFileSync(path.join(memory, file), text);
  }
  process.env.NOCTULE_MEMORY_DIR = memory;
  process.env.NOCTULE_HOME = place("home");
  return { root, memory };
}

export const MEMORIES = {
  "MEMORY.md": "# Quay\n\n- [Tests](tests.md) — a real database, never mocks\n",
  "tests.md": "---\nname: Tests\ndescription: integration tests run against a real database\ntype: feedback\n---\n\nNever mock the database in integration tests.\n",
};

/** What the editor keeps for the extension over its starts. */
export class Memento {
  #kept = new Map();
  get(key, fallback) {
    return this.#kept.has(key) ? this.#kept.get(key) : fallback;
  }
  async update(key, value) {
    this.#kept.set(key, value);
  }
}

/** The folder that the extension is installed in, with the wheel that it carries. */
export const EXTENSION = place("extension");
export const WHEEL = path.join(EXTENSION, "server", "noctule-0.1.0-py3-none-any.whl");
mkdirSync(path.dirname(WHEEL));
writeFileSync(WHEEL, "");

/** Activates the extension as the editor does, and deactivates it when the test is over. */
export function activate(t, folders, { command = SERVER, access, settings = {}, isTrusted = true, memento = new Memento() } = {}) {
  fake.reset(folders);
  vscode.workspace.isTrusted = isTrusted;
  Object.assign(fake.settings.user, settings);
  if (command !== undefined) {
    fake.settings.user.serverCommand = command;
  }
  const context = { subscriptions: [], storageUri: undefined, extensionPath: EXTENSION, languageModelAccessInformation: access, globalState: memento };
  const api = extension.activate(context);
  t.after(async () => {
    await extension.deactivate();
    for (const one of context.subscriptions.reverse()) {
      one.dispose();
    }
  });
  return api;
}

/** Resolves when the condition holds; what it gives then is given. */
export async function until(condition, what = String(condition)) {
  const end = Date.now() + PATIENCE_MS;
  for (;;) {
    const value = await condition();
    if (value) {
      return value;
    }
    if (Date.now() > end) {
      throw new Error(`it never came to be: ${what}\n${fake.log.join("\n")}`);
    }
    await new Promise((done) => setTimeout(done, 10));
  }
}

export const status = () => fake.statusBar.text;
export const tooltip = () => fake.statusBar.tooltip.value;

export async function runs() {
  await until(() => status().startsWith("$(library)") || status().startsWith("$(info)"), "the server runs");
}

/** A project with these memories, the extension active in it, and its server running. */
export async function start(t, memories = MEMORIES, options = {}) {
  const { root, memory } = project(memories);
  const api = activate(t, [root], options);
  await runs();
  return { root, memory, api };
}

export async function run(command, ...args) {
  return vscode.commands.executeCommand(`noctule.${command}`, ...args);
}

/** A server made of one script, for what the real one does not do. */
export function script(text) {
  const file = path.join(place("script"), "server.mjs");
  writeFileSync(file, text);
  return [process.execPath, file];
}

/** Parts of the extension that need no editor, built for the tests alone. */
export const parts = built("parts.js");

export const said = (text) => fake.messages.find((one) => one.text.includes(text));
