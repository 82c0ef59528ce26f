// Commands on dreams.
import { say } from "../dialogs";
import { applyDream, chooseHeldDream, discardDream, logText } from "../dreams";
import { folderOf } from "../project";
import { run, withServer, type Commands } from "./shared";

export const dreams: Commands = {
  dream: (noctule) =>
    withServer(noctule, (here) =>
      run(noctule, here, "noctule.server.dream", { workspaceUri: here.workspaceUri }, "beginning to dream"),
    ),

  cancelDream: (noctule, row) =>
    withServer(
      noctule,
      (here) => run(noctule, here, "noctule.server.cancelDream", { workspaceUri: here.workspaceUri }, "stopping the dream"),
      folderOf(row),
    ),

  tidy: (noctule) =>
    withServer(noctule, (here) =>
      run(noctule, here, "noctule.server.tidy", { workspaceUri: here.workspaceUri }, "beginning to tidy"),
    ),

  toggleAutomaticDreaming: (noctule) =>
    withServer(noctule, async (here) => {
      const argument = { workspaceUri: here.workspaceUri };
      const answer = await run(noctule, here, "noctule.server.dreamAuto", argument, "switching automatic dreams");
      if (typeof answer["warning"] === "string") {
        say(answer["warning"], "warning");
      }
    }),

  applyDream: (noctule) =>
    withServer(noctule, async (here) => {
      const dreamId = await chooseHeldDream(here);
      return dreamId === undefined ? undefined : applyDream(noctule, here, dreamId);
    }),

  discardDream: (noctule) =>
    withServer(noctule, async (here) => {
      const dreamId = await chooseHeldDream(here);
      return dreamId === undefined ? undefined : discardDream(noctule, here, dreamId);
    }),

  showDreamLog: (noctule) =>
    withServer(noctule, async (here) => {
      const { dreams: rows } = await here.client.ask("memory/dreamLog", { limit: 200, workspaceUri: here.workspaceUri });
      await noctule.documents.show("Dream log.txt", logText(rows));
    }),
};
