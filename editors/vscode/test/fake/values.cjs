// The values of the editor's API that the extension and its language client work with, as far as they do.
"use strict";

const path = require("node:path");
const { fileURLToPath, pathToFileURL } = require("node:url");

class Uri {
  constructor(scheme, authority, where, query = "", fragment = "") {
    Object.assign(this, { scheme, authority, path: where, query, fragment });
  }
  static file(where) {
    return new Uri("file", "", where);
  }
  static parse(text) {
    const url = new URL(text);
    const where = url.protocol === "file:" ? fileURLToPath(url) : decodeURIComponent(url.pathname);
    return new Uri(url.protocol.slice(0, -1), url.host, where, url.search.slice(1), url.hash.slice(1));
  }
  static from(parts) {
    return new Uri(parts.scheme, parts.authority ?? "", parts.path ?? "", parts.query, parts.fragment);
  }
  static joinPath(uri, ...parts) {
    return uri.with({ path: path.posix.join(uri.path, ...parts) });
  }
  get fsPath() {
    return this.path;
  }
  with(change) {
    return Uri.from({ ...this, ...change });
  }
  toString() {
    return this.scheme === "file" ? pathToFileURL(this.path).href : `${this.scheme}:${encodeURI(this.path)}`;
  }
}

class EventEmitter {
  #listeners = new Set();
  event = (listener, self, disposables) => {
    const heard = self === undefined ? listener : listener.bind(self);
    this.#listeners.add(heard);
    const disposable = new Disposable(() => this.#listeners.delete(heard));
    disposables?.push(disposable);
    return disposable;
  };
  get size() {
    return this.#listeners.size;
  }
  fire(value) {
    for (const listener of [...this.#listeners]) {
      listener(value);
    }
  }
  dispose() {
    this.#listeners.clear();
  }
}

class Disposable {
  #end;
  constructor(end) {
    this.#end = end;
  }
  static from(...all) {
    return new Disposable(() => all.forEach((one) => one.dispose()));
  }
  dispose() {
    this.#end?.();
    this.#end = undefined;
  }
}

class CancellationTokenSource {
  #cancelled = new EventEmitter();
  constructor() {
    const token = { isCancellationRequested: false, onCancellationRequested: this.#cancelled.event };
    this.token = token;
  }
  cancel() {
    if (!this.token.isCancellationRequested) {
      this.token.isCancellationRequested = true;
      this.#cancelled.fire();
    }
  }
  dispose() {
    this.#cancelled.dispose();
  }
}

class CancellationError extends Error {}

class Position {
  constructor(line, character) {
    Object.assign(this, { line, character });
  }
  isBefore(other) {
    return this.line < other.line || (this.line === other.line && this.character < other.character);
  }
}

class Range {
  constructor(a, b, c, d) {
    [this.start, this.end] = c === undefined ? [a, b] : [new Position(a, b), new Position(c, d)];
  }
  contains(position) {
    return !position.isBefore(this.start) && !this.end.isBefore(position);
  }
}

// As the editor escapes it: what would be markup is shown.
class MarkdownString {
  value = "";
  isTrusted = undefined;
  supportHtml = false;
  supportThemeIcons = false;
  constructor(value = "") {
    this.value = value;
  }
  appendText(text) {
    this.value += text.replace(/[\\`*_{}[\]()#+\-!~<>]/g, "\\$&").replace(/\n/g, "\n\n");
    return this;
  }
}

class SnippetString {
  value = "";
  constructor(value = "") {
    this.value = value;
  }
  appendText(text) {
    this.value += text.replace(/[\\$}]/g, "\\$&");
    return this;
  }
  appendTabstop(number = 1) {
    this.value += `$${number}`;
    return this;
  }
  appendChoice(values, number = 1) {
    this.value += `\${${number}|${values.join(",")}|}`;
    return this;
  }
}

class RelativePattern {
  constructor(base, pattern) {
    this.baseUri = base.uri ?? base;
    this.pattern = pattern;
  }
}

class ThemeColor {
  constructor(id) {
    this.id = id;
  }
}

class TabInputText {
  constructor(uri) {
    this.uri = uri;
  }
}

class LanguageModelTextPart {
  constructor(value) {
    this.value = value;
  }
}

class LanguageModelToolCallPart {
  constructor(callId, name, input) {
    Object.assign(this, { callId, name, input });
  }
}

class LanguageModelToolResultPart {
  constructor(callId, content) {
    Object.assign(this, { callId, content });
  }
}

class LanguageModelChatMessage {
  constructor(role, content) {
    this.role = role;
    this.content = typeof content === "string" ? [new LanguageModelTextPart(content)] : content;
  }
  static User(content) {
    return new LanguageModelChatMessage("user", content);
  }
  static Assistant(content) {
    return new LanguageModelChatMessage("assistant", content);
  }
}

class LanguageModelError extends Error {
  constructor(code, message) {
    super(message ?? code);
    this.code = code;
  }
  static NoPermissions(message) {
    return new LanguageModelError("NoPermissions", message);
  }
  static Blocked(message) {
    return new LanguageModelError("Blocked", message);
  }
  static NotFound(message) {
    return new LanguageModelError("NotFound", message);
  }
}

// The language client only derives its own from these.
const plain = Object.fromEntries(
  [
    "CallHierarchyItem",
    "CodeAction",
    "CodeLens",
    "CompletionItem",
    "CompletionList",
    "Diagnostic",
    "DocumentLink",
    "Hover",
    "InlayHint",
    "Location",
    "Selection",
    "SymbolInformation",
    "TypeHierarchyItem",
  ].map((name) => [name, { [name]: class {} }[name]]),
);

class TextEdit {
  constructor(range, newText) {
    Object.assign(this, { range, newText });
  }
}

class WorkspaceEdit {
  /** What it does, in its order: `["text", path, texts]` and `["move", from, to]`. */
  steps = [];
  set(uri, edits) {
    this.steps.push(["text", uri.path, edits.map((edit) => (edit.newText ?? edit[0].newText).trim())]);
  }
  renameFile(from, to) {
    this.steps.push(["move", from.path, to.path]);
  }
}

const kinds = (...names) => Object.fromEntries(names.flatMap((name, number) => [[name, number], [number, name]]));

class CodeActionKind {
  constructor(value) {
    this.value = value;
  }
  append(part) {
    return new CodeActionKind(`${this.value}.${part}`);
  }
}
Object.assign(CodeActionKind, { Empty: new CodeActionKind(""), QuickFix: new CodeActionKind("quickfix"), Refactor: new CodeActionKind("refactor"), Source: new CodeActionKind("source") });

module.exports = {
  ...plain,
  CancellationError,
  CancellationTokenSource,
  CodeActionKind,
  Disposable,
  EventEmitter,
  LanguageModelChatMessage,
  LanguageModelError,
  LanguageModelTextPart,
  LanguageModelToolCallPart,
  LanguageModelToolResultPart,
  MarkdownString,
  Position,
  Range,
  RelativePattern,
  SnippetString,
  TabInputText,
  ThemeColor,
  Uri,
  TextEdit,
  WorkspaceEdit,
  LanguageModelChatToolMode: { Auto: 1, Required: 2 },
  LanguageStatusSeverity: kinds("Information", "Warning", "Error"),
  LogLevel: kinds("Off", "Trace", "Debug", "Info", "Warning", "Error"),
  ProgressLocation: { SourceControl: 1, Window: 10, Notification: 15 },
  QuickPickItemKind: { Separator: -1, Default: 0 },
  StatusBarAlignment: { Left: 1, Right: 2 },
  DiagnosticSeverity: kinds("Error", "Warning", "Information", "Hint"),
  DiagnosticTag: { Unnecessary: 1, Deprecated: 2 },
  CompletionItemKind: kinds(),
  CompletionItemTag: {},
  CompletionTriggerKind: {},
  SymbolKind: kinds(),
  SymbolTag: {},
  FoldingRangeKind: {},
  TextDocumentSaveReason: {},
  TextDocumentChangeReason: {},
  SignatureHelpTriggerKind: {},
  CodeActionTriggerKind: {},
  InlayHintKind: {},
  FileType: { File: 1, Directory: 2 },
};
