// What the three trees share: they ask the running server, one folder after the other, and ask anew when it told something.
import {
  EventEmitter,
  ThemeIcon,
  TreeItem,
  TreeItemCollapsibleState,
  window,
  type Disposable,
  type Event,
  type TreeDataProvider,
  type TreeView,
  type WorkspaceFolder,
} from "vscode";
import type { Client } from "../client";
import { NotRunning } from "../lifecycle";
import { log, reason } from "../log";
import type { Hear } from "../methods";
import type { Noctule } from "../noctule";
import { localFolders } from "../project";
import { line } from "../text";

// Several events follow one write; they are answered by one look.
const SETTLE_MS = 250;

export interface FolderNode {
  readonly kind: "folder";
  readonly folder: WorkspaceFolder;
}

/** A tree over the open folders; with one folder open, its own rows stand at the top. */
export abstract class ProjectTree<Node extends { readonly kind: string }> implements TreeDataProvider<Node | FolderNode>, Disposable {
  readonly #changed = new EventEmitter<undefined>();
  readonly #listeners: Disposable[];
  readonly #noctule: Noctule;
  #timer: NodeJS.Timeout | undefined;
  #shownFor = "";
  #view: TreeView<Node | FolderNode> | undefined;

  readonly onDidChangeTreeData: Event<undefined> = this.#changed.event;

  constructor(noctule: Noctule, heard: readonly Hear[]) {
    this.#noctule = noctule;
    const soon = (): void => {
      this.refresh();
    };
    this.#listeners = [
      ...heard.map((method) => noctule.board.on(method, soon)),
      noctule.board.onDidChange(() => {
        this.#refreshIfOther();
      }),
      this.#changed,
    ];
  }

  refresh(): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      this.#changed.fire(undefined);
    }, SETTLE_MS);
  }

  /** The row that is selected, if it is one alone. */
  get selected(): Node | FolderNode | undefined {
    const selection = this.#view?.selection ?? [];
    return selection.length === 1 ? selection[0] : undefined;
  }

  /** A view over this tree. It says why it shows nothing, where that is no state with a welcome of its own. */
  view(id: string): TreeView<Node | FolderNode> {
    this.#view ??= window.createTreeView(id, { treeDataProvider: this, showCollapseAll: true });
    return this.#view;
  }

  /** With no server there are no rows: the view's welcome says what to do. */
  async getChildren(node?: Node | FolderNode): Promise<(Node | FolderNode)[]> {
    if (node === undefined) {
      this.#say("");
    }
    try {
      const client = await this.#noctule.lifecycle.ready();
      if (node === undefined) {
        const folders = localFolders();
        const [only] = folders;
        const many = folders.map((folder) => ({ kind: "folder" as const, folder }));
        return folders.length === 1 && only !== undefined ? await this.top(client, only) : many;
      }
      return isFolder(node) ? await this.top(client, node.folder) : await this.within(client, node);
    } catch (error) {
      if (!(error instanceof NotRunning)) {
        log().warn(`a view shows nothing: ${reason(error)}`);
        this.#say(line(reason(error), 500));
      }
      return [];
    }
  }

  getTreeItem(node: Node | FolderNode): TreeItem {
    if (!isFolder(node)) {
      return this.item(node);
    }
    const item = new TreeItem(line(node.folder.name), TreeItemCollapsibleState.Expanded);
    item.iconPath = ThemeIcon.Folder;
    return item;
  }

  dispose(): void {
    clearTimeout(this.#timer);
    this.#view?.dispose();
    for (const listener of this.#listeners) {
      listener.dispose();
    }
  }

  protected get noctule(): Noctule {
    return this.#noctule;
  }

  /** The first rows of a folder. */
  protected abstract top(client: Client, folder: WorkspaceFolder): Promise<Node[]>;
  protected abstract within(client: Client, node: Node): Promise<Node[]>;
  protected abstract item(node: Node): TreeItem;

  #say(text: string): void {
    if (this.#view !== undefined) {
      this.#view.message = text;
    }
  }

  /** Whether the server runs, and whether memory is on, decides whether there are rows at all. */
  #refreshIfOther(): void {
    const { board } = this.#noctule;
    const shownFor = [board.phase, ...board.projects().map((one) => String(one.status?.enabled))].join(" ");
    if (shownFor !== this.#shownFor) {
      this.#shownFor = shownFor;
      this.refresh();
    }
  }
}

function isFolder(node: { readonly kind: string }): node is FolderNode {
  return node.kind === "folder";
}
