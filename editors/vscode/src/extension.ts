// Activates and nothing more: puts the parts together, and starts the server without waiting for it.
import type { ExtensionContext } from "vscode";
import { useAccess } from "./access";
import { registerAgents } from "./agents";
import { createApi, type NoctuleApi } from "./api";
import { Board } from "./board";
import { registerCommands } from "./commands";
import { ContextKeys } from "./contextKeys";
import { Counts } from "./counts";
import { Documents } from "./documents";
import { followEditor } from "./follow";
import { offerHooks } from "./hooksOffer";
import { Lifecycle } from "./lifecycle";
import { closeLog } from "./log";
import type { Noctule } from "./noctule";
import { listenForNotices } from "./notices";
import { Status } from "./status";
import { registerViews } from "./views";

let running: Lifecycle | undefined;

export function activate(context: ExtensionContext): NoctuleApi {
  useAccess(context.languageModelAccessInformation);
  const board = new Board();
  const lifecycle = new Lifecycle(board, context.storageUri?.toString(), context.extensionPath);
  const noctule: Noctule = { board, lifecycle, counts: new Counts(board, lifecycle), documents: new Documents() };
  running = lifecycle;
  context.subscriptions.push(
    board,
    noctule.counts,
    noctule.documents,
    new Status(board),
    new ContextKeys(board),
    ...registerCommands(noctule),
    ...registerViews(noctule),
    ...registerAgents(noctule),
    ...listenForNotices(noctule),
    ...followEditor(lifecycle),
    { dispose: closeLog },
  );
  offerHooks(noctule, context.globalState);
  void lifecycle.start();
  const { api, parts } = createApi(noctule);
  context.subscriptions.push(...parts);
  return api;
}

export async function deactivate(): Promise<void> {
  await running?.stop();
  running = undefined;
}
