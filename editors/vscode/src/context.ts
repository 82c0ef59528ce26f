// What the person is looking at, for recall: of the session's own open folder only, and nothing of it is kept.
import { commands, extensions, languages, TabInputText, window, workspace, type DocumentSymbol, type Position, type Uri } from "vscode";
import { sendsEditorContext } from "./config";
import { localFolders } from "./project";
import type { EditorContext } from "./wire";

// Recall has a few hundred milliseconds; a language server that is still starting is not waited for.
const SYMBOL_MS = 80;
const OPEN_FILES = 20;
const DIAGNOSTICS = 10;
const DIAGNOSTIC_CHARS = 500;

interface GitApi {
  getAPI(version: 1): { getRepository(uri: Uri): { readonly state: { readonly HEAD?: { readonly name?: string } } } | null };
}

export async function editorContext(folder: Uri): Promise<{ context?: EditorContext }> {
  if (!sendsEditorContext() || !localFolders().some((one) => one.uri.toString() === folder.toString())) {
    return {};
  }
  const branch = branchOf(folder);
  const active = window.activeTextEditor;
  const isOurs = active !== undefined && lies(active.document.uri, folder);
  const symbol = isOurs ? await symbolAt(active.document.uri, active.selection.active) : undefined;
  const context: EditorContext = {
    openUris: openFiles(folder),
    ...(isOurs ? { activeUri: active.document.uri.toString(), diagnostics: complaints(active.document.uri) } : {}),
    ...(symbol === undefined ? {} : { symbol }),
    ...(branch === undefined ? {} : { branch }),
  };
  return { context };
}

function lies(uri: Uri, folder: Uri): boolean {
  return uri.scheme === "file" && workspace.getWorkspaceFolder(uri)?.uri.toString() === folder.toString();
}

function openFiles(folder: Uri): string[] {
  const inputs = window.tabGroups.all.flatMap((group) => group.tabs.map((tab) => tab.input));
  const uris = inputs.flatMap((input) => (input instanceof TabInputText && lies(input.uri, folder) ? [input.uri.toString()] : []));
  return [...new Set(uris)].slice(0, OPEN_FILES);
}

function complaints(uri: Uri): { uri: string; message: string }[] {
  const found = languages.getDiagnostics(uri).slice(0, DIAGNOSTICS);
  return found.map((one) => ({ uri: uri.toString(), message: [...one.message].slice(0, DIAGNOSTIC_CHARS).join("") }));
}

function branchOf(folder: Uri): string | undefined {
  const git = extensions.getExtension<GitApi>("vscode.git");
  try {
    return git?.isActive === true ? git.exports.getAPI(1).getRepository(folder)?.state.HEAD?.name : undefined;
  } catch {
    // It is switched off by `git.enabled`, and then throws.
    return undefined;
  }
}

async function symbolAt(uri: Uri, position: Position): Promise<string | undefined> {
  const asked = commands.executeCommand<readonly DocumentSymbol[] | undefined>("vscode.executeDocumentSymbolProvider", uri);
  const late = new Promise<undefined>((resolve) => {
    setTimeout(resolve, SYMBOL_MS, undefined);
  });
  const symbols = await Promise.race([Promise.resolve(asked).catch(() => undefined), late]);
  return innermost(symbols ?? [], position);
}

function innermost(symbols: readonly DocumentSymbol[], position: Position): string | undefined {
  // A provider of the older kind answers with no ranges of whole symbols; these say nothing about the cursor.
  const around = symbols.find((symbol) => "range" in symbol && symbol.range.contains(position));
  return around === undefined ? undefined : (innermost(around.children, position) ?? around.name);
}
