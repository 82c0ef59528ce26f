// What is put between the editor and the server: only settings that were set, and no icon or command from a memory's text.
import type { CodeLens } from "vscode";
import type { Middleware } from "vscode-languageclient/node";
import { ownSettings, SECTION } from "./config";
import { say } from "./dialogs";
import { isOfRename, noteRename } from "./renames";
import { label } from "./text";

export function middleware(): Middleware {
  return {
    workspace: {
      configuration: (params) => params.items.map((item) => (item.section === SECTION ? ownSettings() : null)),
      willRenameFiles: (event, next) => (isOfRename(event.files) ? Promise.resolve(null) : next(event)),
    },
    provideRenameEdits: async (document, position, newName, token, next) => {
      const edit = await next(document, position, newName, token);
      if (edit != null) {
        noteRename(newName);
      }
      return edit;
    },
    provideCodeLenses: async (document, token, next) => (await next(document, token))?.map(plainLens),
    resolveCodeLens: async (lens, token, next) => {
      const resolved = await next(lens, token);
      return resolved == null ? resolved : plainLens(resolved);
    },
    // A lens or quick fix ran a command of the server: what came of it is said.
    executeCommand: async (command, args, next) => {
      const answer: unknown = await next(command, args);
      tellAnswer(answer);
      return answer;
    },
  };
}

function plainLens(lens: CodeLens): CodeLens {
  if (lens.command !== undefined) {
    lens.command.title = label(lens.command.title);
  }
  return lens;
}

function tellAnswer(answer: unknown): void {
  const { ok, message } = (answer ?? {}) as { ok?: unknown; message?: unknown };
  if (typeof message === "string" && message !== "") {
    say(message, ok === false ? "warning" : "info");
  }
}
