// Makes text from outside safe to show: one line, nothing that moves, hides, links or draws an icon.
import { MarkdownString } from "vscode";

// Control characters, bidi marks, zero-width characters, line separators, byte-order mark, tag characters.
const HIDDEN =
  // eslint-disable-next-line no-control-regex, no-misleading-character-class
  /[\u0000-\u001f\u007f-\u009f\u00ad\u061c\u180e\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufe00-\ufe0f\ufeff\ufff9-\ufffb\u{e0000}-\u{e0fff}]/gu;

/** One line; line ends and tabs are blanks, what nobody can see is left out. `longest` counts characters. */
export function line(text: string | null | undefined, longest = 200): string {
  const plain = (text ?? "").replace(/[\r\n\t\u2028\u2029]+/g, " ").replace(HIDDEN, "");
  const letters = [...plain];
  return letters.length <= longest ? plain : letters.slice(0, longest - 1).join("") + "…";
}

/** The lines of a text, each made safe. */
export function lines(text: string | null | undefined): string {
  return (text ?? "")
    .split(/\r?\n/)
    .map((one) => line(one, 10_000))
    .join("\n");
}

/** The reason, unless the headline has it already. */
export function beyond(headline: string, reason: string): string {
  return headline.includes(reason.replace(/\.$/, "")) ? "" : reason;
}

/** For a label in which the editor would draw `$(name)` as an icon: status bar, quick pick, code lens. */
export function label(text: string | null | undefined, longest = 200): string {
  return line(text, longest).replace(/\$\(/g, "\\$(");
}

/** For a message box, in which the editor would make `[words](command:id)` a link that runs a command. */
export function message(text: string | null | undefined, longest = 1000): string {
  return line(text, longest).replace(/\](?=\()/g, "] ");
}

/** Markdown that shows `text` as it is: no command, HTML or icon in it works. */
export function plainMarkdown(text: string): MarkdownString {
  const shown = new MarkdownString();
  shown.isTrusted = false;
  shown.supportHtml = false;
  shown.supportThemeIcons = false;
  return shown.appendText(lines(text));
}
