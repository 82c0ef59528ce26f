// Puts the views into their container, with the actions on their rows.
import { commands, window, type Disposable, type TreeView } from "vscode";
import type { Noctule } from "../noctule";
import { shownFolder } from "../project";
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
      commands.registerCommand(`noctule.view.${name}`, (node: unknown) => (name === "refresh" || isRow(node) ? action(noctule, node) : undefined)),
    ),
  ];
}

const sessionActions = {
  pauseSession: (_noctule: Noctule, node: SessionNode) => commands.executeCommand("noctule.pauseSession", node.row.sessionId),
  resumeSession: (_noctule: Noctule, node: SessionNode) => commands.executeCommand("noctule.resumeSession", node.row.sessionId),
};

function isRow(node: unknown): boolean {
  return typeof node === "object" && node !== null && "kind" in node;
}

/** The number on the container's icon: what waits for a person's word. */
function badgeOf(view: TreeView<unknown>, noctule: Noctule): Disposable {
  return noctule.board.onDidChange(() => {
    const held = noctule.board.project(shownFolder()?.uri.toString()).status?.held ?? 0;
    view.badge = held === 0 ? undefined : { value: held, tooltip: `${held} held for your word` };
  });
}
