// Commands on sessions, and on memory as a whole.
import { window } from "vscode";
import { say } from "../dialogs";
import type { Here } from "../noctule";
import { folderOf } from "../project";
import { label } from "../text";
import { run, withServer, type Commands } from "./shared";

export const sessions: Commands = {
  pauseSession: (noctule, sessionId, row) =>
    withServer(
      noctule,
      async (here) => {
        const id = typeof sessionId === "string" ? sessionId : await chooseSession(here, false);
        return id === undefined ? undefined : run(noctule, here, "noctule.server.pause", { sessionId: id }, "pausing");
      },
      folderOf(row),
    ),

  resumeSession: (noctule, sessionId, row) =>
    withServer(
      noctule,
      async (here) => {
        const id = typeof sessionId === "string" ? sessionId : await chooseSession(here, true);
        return id === undefined ? undefined : run(noctule, here, "noctule.server.resume", { sessionId: id }, "resuming");
      },
      folderOf(row),
    ),

  enable: (noctule) =>
    withServer(noctule, (here) =>
      run(noctule, here, "noctule.server.enable", { workspaceUri: here.workspaceUri }, "switching memory on"),
    ),

  disable: (noctule) =>
    withServer(noctule, (here) =>
      run(noctule, here, "noctule.server.disable", { workspaceUri: here.workspaceUri }, "switching memory off"),
    ),
};

/** The only session that is meant, or the one chosen. */
async function chooseSession(here: Here, isPaused: boolean): Promise<string | undefined> {
  const { sessions: all } = await here.client.ask("memory/sessions", { workspaceUri: here.workspaceUri });
  const rows = all
    .filter((one) => one.endedAt === null && one.paused === isPaused)
    .map((one) => ({ label: label(one.model ?? one.kind), description: label(one.sessionId, 60), detail: label(one.startedAt, 19), id: one.sessionId }));
  if (rows.length === 0) {
    say(isPaused ? "No session is paused." : "No session is open here.");
  }
  return rows.length < 2 ? rows[0]?.id : (await window.showQuickPick(rows, { placeHolder: "Which session?" }))?.id;
}
