// What the commands share: a server that runs and the folder that is meant, and how it is said what came of it.
import { CancellationError, commands, ProgressLocation, Uri, window, type CancellationToken, type WorkspaceFolder } from "vscode";
import { ask, say } from "../dialogs";
import { NotRunning } from "../lifecycle";
import { log, reason } from "../log";
import type { Answer, ServerCommand } from "../methods";
import type { Here, Noctule } from "../noctule";
import { localFolders, meantFolder } from "../project";
import { message } from "../text";
import type { ServerCommands } from "../wire";

export type Command = (noctule: Noctule, ...args: unknown[]) => unknown;
export type Commands = Readonly<Record<string, Command>>;

/** Runs `work` with the server, for the folder that is given or else meant. What stands in the way is said to the person, with what to do about it. */
export async function withServer<T>(noctule: Noctule, work: (here: Here) => Promise<T>, given?: WorkspaceFolder): Promise<T | undefined> {
  try {
    const folder = given ?? (await meantFolder());
    if (folder === undefined) {
      if (localFolders().length === 0) {
        say("Open a folder first: memories belong to a project.", "warning");
      }
      return undefined;
    }
    const client = await noctule.lifecycle.ready();
    return await work({ client, folder, workspaceUri: folder.uri.toString() });
  } catch (error) {
    await tellProblem(noctule, error);
    return undefined;
  }
}

async function tellProblem(noctule: Noctule, error: unknown): Promise<void> {
  if (isCancelled(error)) {
    return;
  }
  if (error instanceof NotRunning) {
    await offerServer(noctule, error.message);
    return;
  }
  log().warn(`a command failed: ${reason(error)}`);
  say(reason(error), "error");
}

// LSP's RequestCancelled. Named here, since its library is loaded only when a server starts.
const REQUEST_CANCELLED = -32800;

function isCancelled(error: unknown): boolean {
  return error instanceof CancellationError || (error as { code?: unknown } | undefined)?.code === REQUEST_CANCELLED;
}

/** The server is not running: why, and the two things that help. */
async function offerServer({ board }: Noctule, why: string): Promise<void> {
  const help = board.phase === "missing" ? "Install Server" : board.phase === "old" ? "Update Server" : "Restart Server";
  const said = help === "Restart Server" ? `Noctule's server is not running. ${why}` : why;
  const chosen = await ask(said, [help, "Show Log"], "error");
  if (chosen === help) {
    await commands.executeCommand(help === "Restart Server" ? "noctule.restartServer" : "noctule.installServer");
  } else if (chosen === "Show Log") {
    log().show();
  }
}

/** Runs a command of the server with a progress that can be cancelled, and says its message. */
export async function run<C extends ServerCommand>(
  noctule: Noctule,
  here: Here,
  command: C,
  argument: ServerCommands[C],
  title: string,
): Promise<Answer> {
  const answer = await quietly(here, command, argument, title);
  if (answer.message !== "") {
    say(answer.message, answer.ok ? "info" : "warning");
  }
  noctule.counts.soon();
  return answer;
}

/** As `run`, for an answer that the caller shows. */
export async function quietly<C extends ServerCommand>(
  here: Here,
  command: C,
  argument: ServerCommands[C],
  title: string,
): Promise<Answer> {
  const options = { location: ProgressLocation.Notification, cancellable: true, title: `Noctule: ${title}` };
  return window.withProgress(options, async (progress, token) =>
    here.client.run(command, argument, {
      token,
      report: (text) => {
        progress.report({ message: message(text, 120) });
      },
    }),
  );
}

/** A question that may take a while, with a progress that can be cancelled. */
export async function searching<T>(title: string, work: (token: CancellationToken) => Promise<T>): Promise<T> {
  const options = { location: ProgressLocation.Notification, cancellable: true, title: `Noctule: ${title}` };
  return window.withProgress(options, async (_progress, token) => work(token));
}

/** The words that the person types; undefined where they gave up. */
export async function words(prompt: string, placeHolder = ""): Promise<string | undefined> {
  const typed = (await window.showInputBox({ prompt, placeHolder, ignoreFocusOut: true }))?.trim();
  return typed === "" ? undefined : typed;
}

export async function open(uri: string): Promise<void> {
  await window.showTextDocument(Uri.parse(uri));
}
