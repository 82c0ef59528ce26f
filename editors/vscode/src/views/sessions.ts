// The view of sessions: who is at work here, and what each agent has been shown.
import { ThemeIcon, TreeItem, TreeItemCollapsibleState, Uri, type WorkspaceFolder } from "vscode";
import type { Client } from "../client";
import type { Noctule } from "../noctule";
import { line, plainMarkdown } from "../text";
import type { LedgerRow, SessionRow } from "../wire";
import { ago, minute, size } from "../ages";
import { ProjectTree } from "./tree";

// Sessions that ended are kept by the server for long; the newest are what a person looks for.
const MOST = 50;

const ICONS: Readonly<Record<string, string>> = { main: "comment-discussion", subagent: "type-hierarchy-sub", side: "comment", headless: "server-process" };

export interface SessionNode {
  readonly kind: "session";
  readonly row: SessionRow;
  readonly workspaceUri: string;
}

interface ShownNode {
  readonly kind: "shown";
  readonly row: LedgerRow;
}

interface NothingNode {
  readonly kind: "nothing";
}

export type Node = SessionNode | ShownNode | NothingNode;

export class SessionsTree extends ProjectTree<Node> {
  constructor(noctule: Noctule) {
    super(noctule, ["memory/recalled", "memory/serverStatus", "memory/written"]);
  }

  protected async top(client: Client, folder: WorkspaceFolder): Promise<Node[]> {
    const workspaceUri = folder.uri.toString();
    const { sessions } = await client.ask("memory/sessions", { workspaceUri });
    const open = sessions.filter((row) => row.endedAt === null);
    const ended = sessions.filter((row) => row.endedAt !== null);
    return [...open, ...ended].slice(0, MOST).map((row) => ({ kind: "session", row, workspaceUri }));
  }

  protected async within(client: Client, node: Node): Promise<Node[]> {
    if (node.kind !== "session") {
      return [];
    }
    const { memories } = await client.ask("memory/ledger", { sessionId: node.row.sessionId });
    return memories.length === 0 ? [{ kind: "nothing" }] : memories.map((row) => ({ kind: "shown", row }));
  }

  protected item(node: Node): TreeItem {
    switch (node.kind) {
      case "session":
        return sessionItem(node.row, Date.now(), node.workspaceUri);
      case "shown":
        return shownItem(node.row);
      case "nothing":
        return new TreeItem("It was shown no memory.", TreeItemCollapsibleState.None);
    }
  }
}

export function sessionItem(row: SessionRow, now: number, workspaceUri = ""): TreeItem {
  const item = new TreeItem(line(row.model ?? row.kind, 60), TreeItemCollapsibleState.Collapsed);
  item.id = `${workspaceUri} ${row.sessionId}`;
  const state = row.paused ? "paused" : row.endedAt === null ? "" : "ended";
  const facts = [state, row.model === null ? "" : line(row.kind), ago(row.lastSeen, now), row.bytesShown === 0 ? "" : `${size(row.bytesShown)} shown`];
  item.description = facts.filter((one) => one !== "").join(" · ");
  item.tooltip = plainMarkdown([`Session ${line(row.sessionId)}`, `Began ${minute(row.startedAt)}`, `Last seen ${minute(row.lastSeen)}`].join("\n"));
  item.iconPath = new ThemeIcon(row.paused ? "debug-pause" : (ICONS[row.kind] ?? "comment"));
  item.contextValue = row.endedAt !== null ? "session ended" : row.paused ? "session paused" : "session open";
  return item;
}

function shownItem(row: LedgerRow): TreeItem {
  const uri = Uri.parse(row.memoryUri);
  const item = new TreeItem(line(uri.path.split("/").at(-1)), TreeItemCollapsibleState.None);
  item.description = `${minute(row.at)} · ${size(row.bytes)}`;
  item.tooltip = plainMarkdown(row.text);
  item.iconPath = new ThemeIcon("note");
  item.contextValue = "shown";
  item.command = { command: "vscode.open", title: "Open", arguments: [uri] };
  return item;
}
