// Commands on the hooks of agents without a plugin, and on what serves them over MCP.
import { say } from "../dialogs";
import { change, chooseHooks, showStates } from "../hooks";
import { offerToType } from "./server";
import { withServer, type Commands } from "./shared";

export const hooks: Commands = {
  installHooks: (noctule) =>
    withServer(noctule, async (here) => {
      const chosen = await chooseHooks(here, "Install hooks for which agent?", (state) => state !== "installed");
      if (chosen !== undefined) {
        await change(noctule, here, "noctule.server.installHooks", chosen.agent, chosen.scope);
      }
    }),

  removeHooks: (noctule) =>
    withServer(noctule, async (here) => {
      const chosen = await chooseHooks(here, "Remove the hooks of which agent?", (state) => state === "installed" || state === "outdated");
      if (chosen !== undefined) {
        await change(noctule, here, "noctule.server.removeHooks", chosen.agent, chosen.scope);
      }
    }),

  showHooks: (noctule) => withServer(noctule, showStates),

  installMcp: (noctule) =>
    withServer(noctule, async () => {
      const command = await noctule.lifecycle.howToAddMcp();
      if (command === undefined) {
        say("Agents can be served over MCP: all that it needs is installed.");
      } else {
        await offerToType("Serving agents over MCP needs the MCP SDK.", command);
      }
    }),
};
