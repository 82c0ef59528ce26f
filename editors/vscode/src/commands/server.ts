// Commands on the server itself.
import { commands, env, window } from "vscode";
import { ask, say } from "../dialogs";
import { log } from "../log";
import type { Noctule } from "../noctule";
import { showMenu } from "../menu";
import { run, withServer, type Commands } from "./shared";

export const server: Commands = {
  restartServer: async (noctule) => {
    await noctule.lifecycle.restart();
    if (noctule.board.phase === "running") {
      say("Noctule's server runs.");
      return;
    }
    const help = noctule.lifecycle.howToInstall === undefined ? "Show Log" : "Install Server";
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
      const answer = await here.client.run("noctule.server.doctor", { workspaceUri });
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
  const how = noctule.lifecycle.howToInstall;
  if (how === undefined) {
    say("Noctule's server is installed.");
    return;
  }
  const command = noctule.board.phase === "old" ? how.update : how.install;
  const chosen = await ask(`Type this in a terminal, then restart the server: ${command}`, ["Open Terminal", "Copy", "Restart Server"]);
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
