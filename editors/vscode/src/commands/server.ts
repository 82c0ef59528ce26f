// Commands on the server itself.
import { commands, env, window } from "vscode";
import { ask, say } from "../dialogs";
import { log, reason } from "../log";
import type { Noctule } from "../noctule";
import { showMenu } from "../menu";
import { quietly, run, withServer, type Commands } from "./shared";

export const server: Commands = {
  restartServer: async (noctule) => {
    await noctule.lifecycle.restart();
    if (noctule.board.phase === "running") {
      say("Noctule's server runs.");
      return;
    }
    const { phase } = noctule.board;
    const help = phase === "missing" ? "Install Server" : phase === "old" ? "Update Server" : "Show Log";
    if ((await ask(noctule.board.why, [help], "error")) === help) {
      await commands.executeCommand(help === "Show Log" ? "noctule.showLog" : "noctule.installServer");
    }
  },

  installServer: (noctule) => install(noctule),

  showLog: () => {
    log().show();
  },

  showMenu: (noctule) => showMenu(noctule),

  openSettings: () => commands.executeCommand("workbench.action.openSettings", "@ext:noctule.noctule"),

  doctor: (noctule) =>
    withServer(noctule, async (here) => {
      const { workspaceUri } = here;
      const answer = await quietly(here, "noctule.server.doctor", { workspaceUri }, "looking over the memories");
      const found = Object.values((answer["findings"] ?? {}) as Record<string, number>).some((count) => count > 0);
      const problems = ((answer["problems"] ?? []) as readonly string[]).join(" ");
      const said = `${answer.message} ${problems}`.trim();
      if (!found) {
        say(said, problems === "" ? "info" : "warning");
      } else if ((await ask(said, ["Fix What Is Safe"], "warning")) !== undefined) {
        await run(noctule, here, "noctule.server.doctor", { workspaceUri, fix: true }, "mending");
      }
    }),
};

/** The exact command, to copy or to see in a terminal; nothing is run before the person does. */
async function install(noctule: Noctule): Promise<void> {
  // Asked for before the server was looked for, it waits: nobody knows yet whether there is one.
  await noctule.lifecycle.ready().catch((error: unknown) => {
    log().info(reason(error));
  });
  const how = noctule.lifecycle.howToInstall;
  if (how === undefined) {
    say("Noctule's server is installed.");
    return;
  }
  const command = noctule.board.phase === "old" ? how.update : how.install;
  await offerToType("", command);
}

/** The command is put where the person runs it. */
export async function offerToType(why: string, command: string): Promise<void> {
  const said = `${why} Type this in a terminal, then restart the server: ${command}`.trim();
  const chosen = await ask(said, ["Open Terminal", "Copy", "Restart Server"]);
  if (chosen === "Open Terminal") {
    const terminal = window.createTerminal("Noctule");
    terminal.show();
    terminal.sendText(command, false);
  } else if (chosen === "Copy") {
    await env.clipboard.writeText(command);
  } else if (chosen === "Restart Server") {
    await commands.executeCommand("noctule.restartServer");
  }
}
