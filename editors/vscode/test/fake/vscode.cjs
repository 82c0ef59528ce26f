// A small editor: it holds what an extension did to it, and answers as a test says.
"use strict";

const { statSync } = require("node:fs");
const surfaces = require("./surfaces.cjs");
const values = require("./values.cjs");

const { Disposable, EventEmitter, MarkdownString, Uri } = values;

/** What a test looks at and sets. */
const fake = {
  commands: new Map(),
  contextKeys: new Map(),
  ran: [],
  messages: [],
  picks: [],
  inputs: [],
  /** What the person answers, in order: a title, a label, or a function of what is offered. */
  answers: [],
  statusBar: undefined,
  languageStatus: undefined,
  log: [],
  shown: [],
  progress: [],
  terminals: [],
  edits: [],
  clipboard: "",
  settings: { user: {}, workspace: {} },
  models: [],
  extensions: new Map(),
  diagnostics: [],
  reset(folders) {
    Object.assign(fake, { ran: [], messages: [], picks: [], inputs: [], answers: [], log: [], shown: [], progress: [], terminals: [], models: [], diagnostics: [], edits: [] });
    fake.settings = { user: {}, workspace: {} };
    fake.extensions.clear();
    workspace.isTrusted = true;
    workspace.workspaceFolders = folders.map((where, index) => ({ uri: Uri.file(where), name: where.split("/").at(-1), index }));
    workspace.textDocuments = [];
    window.activeTextEditor = undefined;
    window.tabGroups.all = [];
  },
  set(name, value) {
    fake.settings.user[name] = value;
    // As the editor says it: of the setting itself, and of each section that it is in.
    events.configuration.fire({ affectsConfiguration: (section) => `noctule.${name}`.startsWith(section) });
  },
  setFolders(folders) {
    const before = workspace.workspaceFolders;
    const isIn = (all) => (one) => all.some((other) => other.uri.path === one.uri.path);
    workspace.workspaceFolders = folders.map((where, index) => ({ uri: Uri.file(where), name: where.split("/").at(-1), index }));
    const now = workspace.workspaceFolders;
    events.folders.fire({ added: now.filter((one) => !isIn(before)(one)), removed: before.filter((one) => !isIn(now)(one)) });
  },
  trust() {
    workspace.isTrusted = true;
    events.trusted.fire();
  },
  /** How much of the editor is held on to: listeners to its events, commands, and what was registered. */
  held() {
    const listeners = Object.fromEntries(Object.entries(events).map(([name, one]) => [name, one.size]));
    return { listeners, commands: fake.commands.size, registered: fake.registered.length, views: fake.views.size, webviews: fake.webviews.size, tools: fake.tools.size, participants: fake.participants.size, mcp: fake.mcp.size, texts: fake.providers?.size ?? 0 };
  },
  open(where, text, selection) {
    const document = textDocument(Uri.file(where), text);
    workspace.textDocuments.push(document);
    window.activeTextEditor = { document, selection: { active: selection ?? new values.Position(0, 0) } };
    window.tabGroups.all = [{ tabs: [...(window.tabGroups.all[0]?.tabs ?? []), { input: new values.TabInputText(document.uri) }] }];
    events.activeEditor.fire(window.activeTextEditor);
    return document;
  },
};

const events = Object.fromEntries(
  ["configuration", "trusted", "folders", "activeEditor", "changed", "other"].map((name) => [name, new EventEmitter()]),
);
const never = (listener, self, disposables) => events.other.event(() => undefined, self, disposables);

function textDocument(uri, text) {
  return { uri, languageId: uri.path.endsWith(".md") ? "markdown" : "plaintext", version: 1, lineCount: text.split("\n").length, isClosed: false, getText: () => text };
}

function take(offered) {
  const answer = fake.answers.shift();
  return typeof answer === "function" ? answer(offered) : offered.find((one) => (one.label ?? one.title ?? one) === answer);
}

function message(level) {
  return async (text, ...rest) => {
    const [options, actions] = typeof rest[0] === "object" && !("title" in rest[0]) ? [rest[0], rest.slice(1)] : [{}, rest];
    fake.messages.push({ level, text, actions, modal: options.modal === true });
    return actions.length === 0 ? undefined : take(actions);
  };
}

const window = {
  activeTextEditor: undefined,
  visibleTextEditors: [],
  tabGroups: { all: [], onDidChangeTabGroups: never, onDidChangeTabs: never },
  state: { focused: true },
  showInformationMessage: message("info"),
  showWarningMessage: message("warning"),
  showErrorMessage: message("error"),
  showQuickPick: async (items, options) => {
    fake.picks.push({ items: [...items], options });
    return take(items);
  },
  showInputBox: async (options) => {
    fake.inputs.push(options);
    return fake.answers.shift();
  },
  showOpenDialog: async () => fake.answers.shift(),
  showTextDocument: async (what) => {
    const document = what.uri === undefined ? textDocument(what, "") : what;
    const editor = { document, insertSnippet: async (snippet) => fake.shown.at(-1).snippet = snippet.value };
    fake.shown.push({ uri: document.uri.toString(), text: document.getText() });
    return editor;
  },
  createStatusBarItem: (id) => {
    fake.statusBar = { id, isShown: false, show() { this.isShown = true; }, hide() { this.isShown = false; }, dispose() { this.isShown = false; } };
    return fake.statusBar;
  },
  createOutputChannel: (name) => {
    const write = (level) => (text) => fake.log.push(`${level} ${text}`);
    return { name, logLevel: values.LogLevel.Info, onDidChangeLogLevel: never, trace: write("trace"), debug: write("debug"), info: write("info"), warn: write("warn"), error: write("error"), append: write("info"), appendLine: write("info"), show() { fake.ran.push("showLog"); }, dispose() {} };
  },
  createTerminal: (name) => {
    const terminal = { name, typed: [], show() {}, sendText: (text, runs = true) => terminal.typed.push({ text, runs }) };
    fake.terminals.push(terminal);
    return terminal;
  },
  withProgress: async (options, task) => {
    const source = new values.CancellationTokenSource();
    const one = { options, reports: [], isOver: false, cancel: () => source.cancel() };
    fake.progress.push(one);
    return Promise.resolve(task({ report: (value) => one.reports.push(value.message) }, source.token)).finally(() => (one.isOver = true));
  },
  onDidChangeActiveTextEditor: events.activeEditor.event,
  onDidChangeVisibleTextEditors: never,
  onDidChangeWindowState: never,
};

const workspace = {
  isTrusted: true,
  workspaceFolders: [],
  textDocuments: [],
  notebookDocuments: [],
  applyEdit: async (edit) => (fake.edits.push(edit), true),
  fs: {
    stat: async (uri) => statSync(uri.fsPath),
  },
  getWorkspaceFolder: (uri) => workspace.workspaceFolders.find((one) => uri.scheme === "file" && `${uri.path}/`.startsWith(`${one.uri.path}/`)),
  getConfiguration: (section) => {
    const { user, workspace: ours } = fake.settings;
    const name = (key) => (section === undefined ? key : key);
    return {
      get: (key, fallback) => ours[name(key)] ?? user[name(key)] ?? fallback,
      has: (key) => name(key) in user,
      inspect: (key) => ({ key, defaultValue: "the default", globalValue: user[name(key)], workspaceValue: ours[name(key)] }),
    };
  },
  openTextDocument: async (what) => {
    const provider = fake.providers?.get(what.scheme);
    const document = textDocument(what, provider === undefined ? "" : provider.provideTextDocumentContent(what));
    return document;
  },
  registerTextDocumentContentProvider: (scheme, provider) => {
    fake.providers = (fake.providers ?? new Map()).set(scheme, provider);
    return new Disposable(() => fake.providers.delete(scheme));
  },
  createFileSystemWatcher: () => ({ onDidCreate: never, onDidChange: never, onDidDelete: never, dispose() {} }),
  onDidChangeConfiguration: events.configuration.event,
  onDidGrantWorkspaceTrust: events.trusted.event,
  onDidChangeWorkspaceFolders: events.folders.event,
  onDidChangeTextDocument: events.changed.event,
};
for (const name of ["OpenTextDocument", "CloseTextDocument", "SaveTextDocument", "CreateFiles", "RenameFiles", "DeleteFiles", "OpenNotebookDocument", "CloseNotebookDocument", "ChangeNotebookDocument", "SaveNotebookDocument"]) {
  workspace[`onDid${name}`] = never;
}
for (const name of ["SaveTextDocument", "CreateFiles", "RenameFiles", "DeleteFiles", "SaveNotebookDocument"]) {
  workspace[`onWill${name}`] = never;
}

const commands = {
  registerCommand: (id, run) => {
    if (fake.commands.has(id)) {
      throw new Error(`command '${id}' already exists`);
    }
    fake.commands.set(id, run);
    return new Disposable(() => fake.commands.delete(id));
  },
  executeCommand: async (id, ...args) => {
    fake.ran.push(id);
    if (id === "setContext") {
      fake.contextKeys.set(args[0], args[1]);
      return undefined;
    }
    return fake.commands.get(id)?.(...args) ?? fake.builtIn?.(id, ...args);
  },
};

// Each `register...Provider` of the language features: what was registered is kept.
fake.registered = [];
const languages = new Proxy(
  {
    createLanguageStatusItem: (id, selector) => (fake.languageStatus = { id, selector, dispose() {} }),
    createDiagnosticCollection: (name) => ({ name, set() {}, delete() {}, clear() {}, dispose() {}, has: () => false }),
    getDiagnostics: () => fake.diagnostics,
    match: () => 0,
    onDidChangeDiagnostics: never,
  },
  {
    get: (known, name) =>
      known[name] ??
      (String(name).startsWith("register")
        ? (selector, provider) => {
            fake.registered.push({ name, selector, provider });
            const one = fake.registered.at(-1);
            return new Disposable(() => fake.registered.splice(fake.registered.indexOf(one), 1));
          }
        : undefined),
  },
);

Object.assign(fake, surfaces.kept);
Object.assign(window, surfaces.window);

module.exports = {
  ...values,
  ...surfaces.values,
  chat: surfaces.chat,
  fake,
  window,
  workspace,
  commands,
  languages,
  env: { clipboard: { writeText: async (text) => (fake.clipboard = text) }, openExternal: async () => true, language: "en", appName: "Fake" },
  extensions: { getExtension: (id) => fake.extensions.get(id), all: [], onDidChange: never },
  lm: { ...surfaces.lm, selectChatModels: async (selector) => fake.models.filter((model) => Object.entries(selector ?? {}).every(([key, value]) => model[key] === value)) },
  version: "1.104.0",
  MarkdownString,
};
