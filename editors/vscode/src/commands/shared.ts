// What the commands share: a server that runs and the folder that is meant, and how it is said what came of it.
import { CancellationError, commands, ProgressLocation, Uri, window, type WorkspaceFolder } from "vscode";
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
    await tellProblem(error);
    return undefined;
  }
}

async function tellProblem(error: unknown): Promise<void> {
  if (error instanceof CancellationError) {
    return;
  }
  if (error instanceof NotRunning) {
    await offerServer(error.message);
    return;
  }
  log().warn(`a command failed: ${reason(error)}`);
  say(reason(error), "error");
}

/** The server is not running: why, and the two things that help. */
async function offerServer(why: string): Promise<void> {
  const isMissing = why.includes("not installed");
  const help = isMissing ? "Install Server" : "Restart Server";
  const chosen = await ask(isMissing ? why : `Noctule's server is not running. ${why}`, [help, "Show Log"], "error");
  if (chosen === help) {
    await commands.executeCommand(isMissing ? "noctule.installServer" : "noctule.restartServer");
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

/** The words that the person types; undefined where they gave up. */
export async function words(prompt: string, placeHolder = ""): Promise<string | undefined> {
  const typed = (await window.showInputBox({ prompt, placeHolder, ignoreFocusOut: true }))?.trim();
  return typed === "" ? undefined : typed;
}

export async function open(uri: string): Promise<void> {
  await window.showTextDocument(Uri.parse(uri));
}
