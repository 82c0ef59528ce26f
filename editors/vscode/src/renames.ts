// Keeps one rename from being asked about twice: all that follows a memory's new name is in the edit that renames it, so
// that the move of its file, which the editor tells of as any other, wants no edit of its own.
import type { Uri } from "vscode";

// From the edit that was given until the editor applies it; a person may look at its preview in between.
const LONGEST_MS = 60_000;

let given: { readonly name: string; readonly at: number } | undefined;

/** An edit was given that renames a memory to `newName`, if it moves a file at all. */
export function noteRename(newName: string, now = Date.now()): void {
  given = { name: letters(newName), at: now };
}

/** Whether this move is the one of the edit that was given; it is asked about once. */
export function isOfRename(moves: readonly { readonly newUri: Uri }[], now = Date.now()): boolean {
  const [move] = moves;
  const expected = given;
  if (move === undefined || moves.length > 1 || expected === undefined || now - expected.at > LONGEST_MS) {
    return false;
  }
  const stem = (move.newUri.path.split("/").at(-1) ?? "").replace(/\.md$/, "");
  const isIt = letters(stem) === expected.name;
  given = isIt ? undefined : expected;
  return isIt;
}

/** A file's name is its memory's, with all but letters and digits made plain. */
function letters(name: string): string {
  return name.toLowerCase().replace(/[^\p{L}\p{N}]/gu, "");
}
