// What can be done with a dream from its row: look at its changes, apply, discard, undo.
import { commands } from "vscode";
import { withServer } from "../commands/shared";
import { say } from "../dialogs";
import { applyDream, discardDream, showChanges, sidesOf, undoDream } from "../dreams";
import type { Here, Noctule } from "../noctule";
import { folderAt } from "../project";
import type { DreamFileNode, DreamNode } from "./dreams";

type Actions = Readonly<Record<string, (noctule: Noctule, node: DreamNode | DreamFileNode) => unknown>>;

export const dreamActions: Actions = {
  showDreamChanges: (noctule, node) =>
    at(noctule, node, (here) =>
      node.kind === "file" ? showFile(noctule, here, node) : showChanges(noctule.documents, here, node.dream.dreamId),
    ),
  applyDream: (noctule, node) => at(noctule, node, (here) => applyDream(noctule, here, node.dream.dreamId)),
  discardDream: (noctule, node) => at(noctule, node, (here) => discardDream(noctule, here, node.dream.dreamId)),
  undoDream: (noctule, node) => at(noctule, node, (here) => undoDream(noctule, here, node.dream.dreamId)),
};

function at(noctule: Noctule, node: DreamNode | DreamFileNode, work: (here: Here) => Promise<unknown>): Promise<unknown> {
  return withServer(noctule, work, folderAt(node.workspaceUri));
}

async function showFile(noctule: Noctule, here: Here, node: DreamFileNode): Promise<void> {
  const { dreamId } = node.dream;
  const { files } = await here.client.ask("memory/dreamDiff", { dreamId, workspaceUri: here.workspaceUri });
  const file = files.find((one) => one.memoryUri === node.memoryUri);
  if (file === undefined) {
    say("What the dream changed here is not kept any more.", "warning");
    return;
  }
  const { before, after, name } = sidesOf(noctule.documents, dreamId, file);
  await commands.executeCommand("vscode.diff", before, after, `${name} (dream)`, { preview: true });
}
