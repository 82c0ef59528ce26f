// Registers `noctule mcp` with the editor, one server an open folder, run by the command by which the server was found.
import { EventEmitter, lm, McpStdioServerDefinition, Uri, workspace, type Disposable, type McpServerDefinitionProvider, type WorkspaceFolder } from "vscode";
import { homedir } from "node:os";
import type { Client } from "../client";
import { offersMcp, ownSettings } from "../config";
import { NotRunning } from "../lifecycle";
import { log } from "../log";
import type { Noctule } from "../noctule";
import { localFolders } from "../project";
import type { Found } from "../server";
import { isOff } from "../state";
import { line } from "../text";

export const PROVIDER = "noctule.mcp";

export function registerMcp(noctule: Noctule): Disposable[] {
  const servers = new McpServers(noctule);
  return [servers, lm.registerMcpServerDefinitionProvider(PROVIDER, servers)];
}

class McpServers implements McpServerDefinitionProvider<McpStdioServerDefinition>, Disposable {
  readonly #noctule: Noctule;
  readonly #changed = new EventEmitter<void>();
  readonly #listeners: Disposable[];
  #shownFor: string;

  readonly onDidChangeMcpServerDefinitions = this.#changed.event;

  constructor(noctule: Noctule) {
    this.#noctule = noctule;
    this.#shownFor = this.#facts();
    const look = (): void => {
      const facts = this.#facts();
      if (facts !== this.#shownFor) {
        this.#shownFor = facts;
        this.#changed.fire();
      }
    };
    this.#listeners = [
      noctule.board.onDidChange(look),
      workspace.onDidChangeWorkspaceFolders(look),
      workspace.onDidChangeConfiguration(look),
      workspace.onDidGrantWorkspaceTrust(look),
    ];
  }

  /** None where the person does not want them, trust the folder, or have the part of the server that serves them. */
  async provideMcpServerDefinitions(): Promise<McpStdioServerDefinition[]> {
    if (!offersMcp() || !workspace.isTrusted || localFolders().length === 0) {
      return [];
    }
    try {
      const client = await this.#noctule.lifecycle.ready();
      await this.#noctule.counts.now();
      return await this.#definitions(client);
    } catch (error) {
      if (error instanceof NotRunning) {
        return [];
      }
      throw error;
    }
  }

  dispose(): void {
    this.#changed.dispose();
    for (const listener of this.#listeners) {
      listener.dispose();
    }
  }

  async #definitions(client: Client): Promise<McpStdioServerDefinition[]> {
    const { board, lifecycle } = this.#noctule;
    if (!client.servesMcp) {
      log().info(`the MCP server is not offered: its extra is not installed (${(await lifecycle.howToAddMcp()) ?? "Install MCP Support says how"})`);
      return [];
    }
    const { found } = lifecycle;
    const words = found === undefined ? undefined : mcpWords(found);
    if (found === undefined || words === undefined) {
      log().info("the MCP server is not offered: `noctule.serverCommand` has no word `serve` in whose place `mcp` could stand");
      return [];
    }
    const folders = localFolders().filter((folder) => !isOff(board.project(folder.uri.toString())));
    return folders.map((folder) => definition(folder, folders.length > 1, found.command, words, client.version));
  }

  /** All that the definitions follow from. */
  #facts(): string {
    const { board } = this.#noctule;
    const folders = localFolders().map((folder) => [folder.uri.toString(), folder.name, isOff(board.project(folder.uri.toString()))]);
    return JSON.stringify([board.phase, board.lacksMcp, offersMcp(), workspace.isTrusted, folders, ownSettings()]);
  }
}

function definition(folder: WorkspaceFolder, isOneOfMany: boolean, command: string, words: readonly string[], version: string | undefined): McpStdioServerDefinition {
  const settings = ownSettings();
  const set = Object.keys(settings).length === 0 ? [] : ["--settings", JSON.stringify(settings)];
  const args = [...words, "--project", folder.uri.fsPath, ...set];
  const server = new McpStdioServerDefinition(isOneOfMany ? `Noctule: ${line(folder.name, 60)}` : "Noctule", command, args, {}, version);
  // As for the server itself: a project's own files are none to load modules from.
  server.cwd = Uri.file(homedir());
  return server;
}

/** The words after the command that serve MCP in place of the editor; undefined where the command is none that we know. */
export function mcpWords(found: Found): string[] | undefined {
  const at = found.args.lastIndexOf("serve");
  return at < 0 ? undefined : [...found.args.slice(0, at), "mcp"];
}
