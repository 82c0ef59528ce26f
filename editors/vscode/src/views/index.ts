// Puts the views into their container, with the actions on their rows.
import { commands, window, type Disposable, type TreeView } from "vscode";
import type { Noctule } from "../noctule";
import { localFolders } from "../project";
import { heldCount } from "../state";
import { registerBadges } from "./badges";
import { dreamActions } from "./dreamActions";
import { DreamsTree } from "./dreams";
import { MemoriesTree } from "./memories";
import { memoryActions } from "./memoryActions";
import { RecallPreview } from "./preview";
import { SessionsTree, type SessionNode } from "./sessions";

export function registerViews(noctule: Noctule): Disposable[] {
  const memories = new MemoriesTree(noctule);
  const dreams = new DreamsTree(noctule);
  const sessions = new SessionsTree(noctule);
  const preview = new RecallPreview(noctule);
  const refresh = (): void => {
    memories.refresh();
    dreams.refresh();
    sessions.refresh();
  };
  const actions = { ...memoryActions, ...dreamActions, ...sessionActions, refresh } as Readonly<Record<string, (...args: unknown[]) => unknown>>;
  return [
    memories,
    dreams,
    sessions,
    badgeOf(memories.view("noctule.memories"), noctule),
    dreams.view("noctule.dreams"),
    sessions.view("noctule.sessions"),
    window.registerWebviewViewProvider("noctule.preview", preview),
    commands.registerCommand("noctule.view.preview", (words: unknown) => preview.show(typeof words === "string" ? words : undefined)),
    ...registerBadges(),
    ...Object.entries(actions).map(([name, action]) =>
      // By a key it is for the row that is selected; what fits no such row does nothing.
      commands.registerCommand(`noctule.view.${name}`, (given: unknown) => {
        const node = given ?? (name in memoryActions ? memories.selected : undefined);
        return name === "refresh" || isRow(node) ? action(noctule, node) : undefined;
      }),
    ),
  ];
}

const sessionActions = {
  pauseSession: (_noctule: Noctule, node: SessionNode) => commands.executeCommand("noctule.pauseSession", node.row.sessionId, node),
  resumeSession: (_noctule: Noctule, node: SessionNode) => commands.executeCommand("noctule.resumeSession", node.row.sessionId, node),
};

function isRow(node: unknown): boolean {
  return typeof node === "object" && node !== null && "kind" in node;
}

/** The number on the container's icon: what waits for a person's word, in all open folders. */
function badgeOf(view: TreeView<unknown>, noctule: Noctule): Disposable {
  return noctule.board.onDidChange(() => {
    // Two folders of one repository are one project.
    const projects = new Set(localFolders().map((folder) => noctule.board.project(folder.uri.toString())));
    const held = [...projects].reduce((sum, project) => sum + heldCount(project), 0);
    view.badge = held === 0 ? undefined : { value: held, tooltip: `${held} held for your word` };
  });
}
