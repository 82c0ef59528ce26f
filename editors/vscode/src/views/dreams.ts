// The view of dreams: each attempt with how it ended, what it cost, and within it its summary and files.
import { ThemeColor, ThemeIcon, TreeItem, TreeItemCollapsibleState, Uri, type WorkspaceFolder } from "vscode";
import type { Client } from "../client";
import type { Noctule } from "../noctule";
import { beyond, line, plainMarkdown } from "../text";
import type { DreamRow, DreamStatus } from "../wire";
import { ago, count, minute } from "../ages";
import { ProjectTree } from "./tree";

const MOST = 100;

/** A dream, as the person's last word on it left it. */
export interface Dream extends DreamRow {
  readonly isOpen: boolean;
}

export interface DreamNode {
  readonly kind: "dream";
  readonly dream: Dream;
  readonly workspaceUri: string;
}

export interface DreamFileNode {
  readonly kind: "file";
  readonly dream: Dream;
  readonly memoryUri: string;
  readonly action: "created" | "edited" | "removed";
  readonly workspaceUri: string;
}

interface RunningNode {
  readonly kind: "running";
  readonly told: DreamStatus;
  readonly workspaceUri: string;
}

interface TextNode {
  readonly kind: "text";
  readonly text: string;
  readonly icon: string;
}

export type Node = DreamNode | DreamFileNode | RunningNode | TextNode;

export class DreamsTree extends ProjectTree<Node> {
  constructor(noctule: Noctule) {
    super(noctule, ["memory/dreamStatus", "memory/dreamOutcome", "memory/written"]);
  }

  protected async top(client: Client, folder: WorkspaceFolder): Promise<Node[]> {
    const workspaceUri = folder.uri.toString();
    const { dreams } = await client.ask("memory/dreamLog", { limit: MOST, workspaceUri });
    const told = this.noctule.board.project(workspaceUri).dream;
    const running: RunningNode[] = told?.state === "running" ? [{ kind: "running", told, workspaceUri }] : [];
    return [...running, ...dreamsOf(dreams).map((dream): DreamNode => ({ kind: "dream", dream, workspaceUri }))];
  }

  /** What waits has changed nothing yet: its files are those of its diff. */
  protected async within(client: Client, node: Node): Promise<Node[]> {
    if (node.kind !== "dream") {
      return [];
    }
    const { dream, workspaceUri } = node;
    if (!dream.isOpen) {
      return parts(node, files(dream));
    }
    const diff = await client.ask("memory/dreamDiff", { dreamId: dream.dreamId, workspaceUri });
    return parts(node, diff.files.map((file) => [file.action as DreamFileNode["action"], file.memoryUri] as const));
  }

  protected item(node: Node): TreeItem {
    switch (node.kind) {
      case "dream":
        return dreamItem(node.dream, Date.now(), node.workspaceUri);
      case "file":
        return fileItem(node);
      case "running":
        return runningItem(node.told);
      case "text":
        return textItem(node);
    }
  }
}

/** The lines of the log (the newest first) as dreams: what was decided later is how the dream stands. */
export function dreamsOf(rows: readonly DreamRow[]): Dream[] {
  const found = new Map<string, Dream>();
  for (const row of rows) {
    const later = found.get(row.dreamId);
    found.set(row.dreamId, later === undefined ? { ...row, isOpen: row.held } : { ...row, status: later.status, held: later.held, isOpen: later.isOpen });
  }
  return [...found.values()];
}

/** Whether it changed what is there, so that it can be taken back. */
export function isInForce(dream: Dream): boolean {
  return (dream.status === "applied" || (dream.status === "completed" && !dream.isOpen)) && files(dream).length > 0;
}

type Touched = readonly [DreamFileNode["action"], string];

function files(dream: Dream): Touched[] {
  const actions = ["created", "edited", "removed"] as const;
  return actions.flatMap((action) => dream[action].map((file) => [action, file.memoryUri] as const));
}

function parts(node: DreamNode, touched: readonly Touched[]): Node[] {
  const { dream, workspaceUri } = node;
  const text = (words: string, icon: string): TextNode[] => (words === "" ? [] : [{ kind: "text", text: words, icon }]);
  return [
    ...text(beyond(dream.headline, dream.reason), "info"),
    ...dream.summary.split(/\r?\n/).flatMap((one) => text(one.trim(), "dash")),
    ...touched.map(([action, memoryUri]): DreamFileNode => ({ kind: "file", dream, memoryUri, action, workspaceUri })),
    ...dream.conflicts.flatMap((path) => text(`${path} stayed as it was`, "warning")),
  ];
}

export function dreamItem(dream: Dream, now: number, workspaceUri = ""): TreeItem {
  const item = new TreeItem(line(dream.headline === "" ? dream.reason : dream.headline, 120), TreeItemCollapsibleState.Collapsed);
  // Two open folders of one repository show the same dreams.
  item.id = `${workspaceUri} ${dream.dreamId}`;
  const state = dream.isOpen ? "held" : line(dream.status);
  const changed = files(dream).length;
  const cost = dream.costUsd === null ? "" : `$${dream.costUsd.toFixed(2)}`;
  item.description = [state, ago(dream.at, now), cost, changed === 0 ? "" : count(changed, "file")].filter((one) => one !== "").join(" · ");
  item.tooltip = plainMarkdown(tooltip(dream));
  item.iconPath = icon(dream);
  item.contextValue = ["dream", dream.isOpen ? "held" : isInForce(dream) ? "applied" : "past", changed === 0 && !dream.isOpen ? "" : "changed"].filter((one) => one !== "").join(" ");
  return item;
}

function tooltip(dream: Dream): string {
  const tokens = dream.tokens === null ? "" : `, ${count(dream.tokens, "token")}`;
  return [
    line(dream.headline),
    `${minute(dream.at)}, by ${line(dream.trigger)}, ${dream.model === null ? "without a model" : line(dream.model)}`,
    `${count(dream.steps, "step")} in ${(dream.durationMs / 1000).toFixed(1)} s${tokens}`,
    line(beyond(dream.headline, dream.reason), 500),
  ]
    .filter((one) => one !== "")
    .join("\n");
}

function icon(dream: Dream): ThemeIcon {
  if (dream.isOpen) {
    return new ThemeIcon("eye", new ThemeColor("list.warningForeground"));
  }
  switch (dream.status) {
    case "completed":
    case "applied":
      return new ThemeIcon("pass", new ThemeColor("testing.iconPassed"));
    case "failed":
      return new ThemeIcon("error", new ThemeColor("list.errorForeground"));
    case "aborted":
      return new ThemeIcon("stop-circle", new ThemeColor("list.warningForeground"));
    case "undone":
      return new ThemeIcon("discard");
    default:
      return new ThemeIcon("circle-slash");
  }
}

function fileItem(node: DreamFileNode): TreeItem {
  const uri = Uri.parse(node.memoryUri);
  const item = new TreeItem(line(uri.path.split("/").at(-1)), TreeItemCollapsibleState.None);
  item.description = node.action;
  item.iconPath = new ThemeIcon({ created: "diff-added", edited: "diff-modified", removed: "diff-removed" }[node.action]);
  item.contextValue = "dreamFile";
  item.command = { command: "noctule.view.showDreamChanges", title: "Show Changes", arguments: [node] };
  return item;
}

function runningItem(told: DreamStatus): TreeItem {
  const item = new TreeItem(line(told.message), TreeItemCollapsibleState.None);
  item.iconPath = new ThemeIcon("sync~spin");
  item.contextValue = "running";
  item.description = told.costUsd === null ? "" : `$${told.costUsd.toFixed(2)}`;
  return item;
}

function textItem(node: TextNode): TreeItem {
  const item = new TreeItem(line(node.text, 200), TreeItemCollapsibleState.None);
  item.tooltip = plainMarkdown(node.text);
  item.iconPath = new ThemeIcon(node.icon);
  return item;
}
