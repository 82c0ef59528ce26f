// Every command of the palette by its name, registered at activation so that none is ever "not found".
import { commands, type Disposable } from "vscode";
import type { Noctule } from "../noctule";
import { dreams } from "./dreams";
import { hooks } from "./hooks";
import { imports } from "./imports";
import { memories } from "./memories";
import { server } from "./server";
import { sessions } from "./sessions";
import type { Commands } from "./shared";

export const all: Commands = { ...dreams, ...memories, ...imports, ...sessions, ...hooks, ...server };

export function registerCommands(noctule: Noctule): Disposable[] {
  return Object.entries(all).map(([name, command]) =>
    commands.registerCommand(`noctule.${name}`, (...args: unknown[]) => command(noctule, ...args)),
  );
}
