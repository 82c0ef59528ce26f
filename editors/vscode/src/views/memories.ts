// The view of memories: the index, the memories by type with age, recalls and findings, and the profile.
import { ThemeColor, ThemeIcon, TreeItem, TreeItemCollapsibleState, Uri, workspace, type WorkspaceFolder } from "vscode";
import type { Client } from "../client";
import { log, reason } from "../log";
import type { Noctule } from "../noctule";
import { line, plainMarkdown } from "../text";
import type { Finding, MemoryRow, StatusResult } from "../wire";
import { age, ago, count, size } from "../ages";
import { rowUri } from "./badges";
import { ProjectTree } from "./tree";

const TYPES: readonly (readonly [string, string, string])[] = [
  ["user", "About the person", "account"],
  ["feedback", "Feedback", "comment"],
  ["project", "Project", "repo"],
  ["reference", "References", "bookmark"],
  ["", "Without a type", "question"],
];

const STORES: readonly (readonly [string, string])[] = [
  ["USER.md", "Who you are"],
  ["MEMORY.md", "Notes for every project"],
];

export interface MemoryNode {
  readonly kind: "memory";
  readonly row: MemoryRow;
  readonly workspaceUri: string;
}

export interface FileNode {
  readonly kind: "index" | "store";
  readonly uri: Uri;
  readonly label: string;
  readonly facts: string;
  readonly findings: readonly Finding[];
  readonly workspaceUri: string;
}

interface GroupNode {
  readonly kind: "group";
  readonly label: string;
  readonly icon: string;
  readonly rows: readonly (MemoryNode | FileNode)[];
}

export type Node = MemoryNode | FileNode | GroupNode;

export class MemoriesTree extends ProjectTree<Node> {
  constructor(noctule: Noctule) {
    super(noctule, ["memory/written", "memory/recalled", "memory/dreamOutcome"]);
  }

  protected async top(client: Client, folder: WorkspaceFolder): Promise<Node[]> {
    const workspaceUri = folder.uri.toString();
    const status = await client.ask("memory/status", { workspaceUri });
    if (!status.enabled) {
      return [];
    }
    const [{ memories }, findings] = await Promise.all([client.ask("memory/list", { workspaceUri }), findingsOf(client, workspaceUri)]);
    const nodes = memories.map((row): MemoryNode => ({ kind: "memory", row: { ...row, findings: findings.get(row.memoryUri) ?? row.findings }, workspaceUri }));
    const index = indexNode(status, findings, workspaceUri);
    const profile = await profileNode(status, findings, workspaceUri);
    return [...(index === undefined ? [] : [index]), ...byType(nodes), ...(profile === undefined ? [] : [profile])];
  }

  protected within(_client: Client, node: Node): Promise<Node[]> {
    return Promise.resolve(node.kind === "group" ? [...node.rows] : []);
  }

  protected item(node: Node): TreeItem {
    switch (node.kind) {
      case "group": {
        const item = new TreeItem(node.label, TreeItemCollapsibleState.Expanded);
        item.description = String(node.rows.length);
        item.iconPath = new ThemeIcon(node.icon);
        item.contextValue = "group";
        return item;
      }
      case "memory":
        return memoryItem(node.row, Date.now());
      default:
        return fileItem(node);
    }
  }
}

export function memoryItem(row: MemoryRow, now: number): TreeItem {
  const uri = Uri.parse(row.memoryUri);
  const item = new TreeItem(line(row.name, 80), TreeItemCollapsibleState.None);
  const facts = [age(row.modified, now), row.recalls === 0 ? "" : `${row.recalls}×`, line(row.description, 120)];
  item.description = facts.filter((one) => one !== "").join(" · ");
  item.tooltip = plainMarkdown(tooltip(row, now));
  item.resourceUri = rowUri(uri, row.findings);
  item.iconPath = memoryIcon(row);
  item.contextValue = ["memory", row.held === null ? "" : "held", row.pinned ? "pinned" : "loose"].filter((one) => one !== "").join(" ");
  item.command = { command: "vscode.open", title: "Open", arguments: [uri] };
  item.accessibilityInformation = { label: [line(row.name), row.held === null ? "" : "held", count(row.findings.length, "finding"), item.description].join(", ") };
  return item;
}

function memoryIcon(row: MemoryRow): ThemeIcon {
  if (row.held !== null) {
    return new ThemeIcon("eye-closed", new ThemeColor("list.warningForeground"));
  }
  return new ThemeIcon(row.pinned ? "pinned" : "note");
}

function tooltip(row: MemoryRow, now: number): string {
  const recalled = row.recalls === 0 ? "Never recalled." : `Recalled ${count(row.recalls, "time")}, last ${ago(row.lastRecalled, now)}.`;
  return [
    row.name,
    row.description,
    `${row.path}, ${size(row.bytes)}, changed ${ago(row.modified, now)}. ${recalled}`,
    row.held === null ? "" : `Held: ${row.held}`,
    row.pinned ? "Pinned: its index line comes first in every snapshot." : "",
    ...row.findings.map((finding) => `${finding.severity}: ${finding.message}`),
  ]
    .filter((one) => one !== "")
    .map((one) => line(one, 500))
    .join("\n");
}

function fileItem(node: FileNode): TreeItem {
  const item = new TreeItem(node.label, TreeItemCollapsibleState.None);
  item.description = node.facts;
  item.tooltip = plainMarkdown([node.label, node.uri.fsPath, ...node.findings.map((one) => `${one.severity}: ${one.message}`)].join("\n"));
  item.resourceUri = rowUri(node.uri, node.findings);
  item.iconPath = new ThemeIcon(node.kind === "index" ? "list-unordered" : "account");
  item.contextValue = node.kind;
  item.command = { command: "vscode.open", title: "Open", arguments: [node.uri] };
  return item;
}

function byType(nodes: readonly MemoryNode[]): GroupNode[] {
  const known = new Set(TYPES.map(([type]) => type));
  const typed = (node: MemoryNode): string => (known.has(node.row.type ?? "") ? (node.row.type ?? "") : "");
  return TYPES.map(([type, label, icon]): GroupNode => ({ kind: "group", label, icon, rows: nodes.filter((node) => typed(node) === type) })).filter(
    (group) => group.rows.length > 0,
  );
}

function indexNode(status: StatusResult, findings: ReadonlyMap<string, readonly Finding[]>, workspaceUri: string): FileNode | undefined {
  const { index } = status;
  if (index?.exists !== true) {
    return undefined;
  }
  const facts = index.truncated ? `${index.shownLines} of ${count(index.lines, "line")} shown` : count(index.lines, "line");
  return { kind: "index", uri: Uri.parse(index.memoryUri), label: "Index", facts, findings: findings.get(index.memoryUri) ?? [], workspaceUri };
}

/** The stores that are there; a file that cannot be looked at is none. */
async function profileNode(status: StatusResult, findings: ReadonlyMap<string, readonly Finding[]>, workspaceUri: string): Promise<GroupNode | undefined> {
  const folder = Uri.parse(status.profileUri);
  const looked = STORES.map(async ([name, label]): Promise<FileNode[]> => {
    const uri = Uri.joinPath(folder, name);
    try {
      const stat = await workspace.fs.stat(uri);
      return [{ kind: "store", uri, label, facts: size(stat.size), findings: findings.get(uri.toString()) ?? [], workspaceUri }];
    } catch {
      return [];
    }
  });
  const rows = (await Promise.all(looked)).flat();
  return rows.length === 0 ? undefined : { kind: "group", label: "Profile", icon: "person", rows };
}

/** The findings by file; a check that fails leaves the badges to what the list says. */
async function findingsOf(client: Client, workspaceUri: string): Promise<Map<string, Finding[]>> {
  const found = new Map<string, Finding[]>();
  try {
    for (const finding of (await client.ask("memory/check", { workspaceUri })).findings) {
      found.set(finding.memoryUri, [...(found.get(finding.memoryUri) ?? []), finding]);
    }
  } catch (error) {
    log().warn(`the memories were not checked: ${reason(error)}`);
  }
  return found;
}

