// The menu behind the status bar item: what can be done in the state that is shown.
import { commands, QuickPickItemKind, window, type QuickPickItem } from "vscode";
import type { Noctule } from "./noctule";
import { shownFolder } from "./project";
import { details, heldCount, isDreamHeld, isOff, type Shown } from "./state";
import { label } from "./text";

interface Row extends QuickPickItem {
  readonly command?: string;
}

export async function showMenu(noctule: Noctule): Promise<void> {
  const shown = noctule.board.shown(shownFolder()?.uri.toString());
  const [said] = details(shown);
  const chosen = await window.showQuickPick(rows(shown), { title: "Noctule", placeHolder: label(said ?? "What to do?") });
  if (chosen?.command !== undefined) {
    await commands.executeCommand(`noctule.${chosen.command}`);
  }
}

export function rows(shown: Shown): Row[] {
  const last: Row[] = [separator("Server"), row("output", "Show Server Log", "showLog"), row("debug-restart", "Restart Server", "restartServer"), row("gear", "Open Settings", "openSettings")];
  if (shown.phase === "missing" || shown.phase === "old") {
    return [row("cloud-download", shown.phase === "old" ? "Update Server" : "Install Server", "installServer"), ...last];
  }
  if (shown.phase === "stopped") {
    return last;
  }
  if (isOff(shown.project)) {
    return [row("play", "Enable Memory", "enable"), ...last];
  }
  return [...ofDreams(shown), ...ofMemories(shown), ...ofSessions(shown), ...ofAgents(shown), ...last];
}

function ofDreams({ project }: Shown): Row[] {
  if (project.dream?.state === "running") {
    return [row("debug-stop", "Cancel Dream", "cancelDream")];
  }
  const held = isDreamHeld(project)
    ? [row("check", "Apply Held Dream", "applyDream"), row("trash", "Discard Held Dream", "discardDream")]
    : [];
  return [...held, row("sparkle", "Dream Now", "dream"), row("list-ordered", "Tidy", "tidy")];
}

function ofMemories({ project }: Shown): Row[] {
  const waiting = heldCount(project);
  const held = waiting > 0 ? [row("eye", "Review What Is Held", "reviewHeld", `${waiting}`)] : [];
  return [
    separator("Memories"),
    ...held,
    row("search", "Search Memories and Conversations", "search"),
    row("lightbulb", "Remember", "remember"),
    row("go-to-file", "Open Index", "openIndex"),
    row("question", "Explain Recall", "explainRecall"),
    row("discard", "Undo Last Memory Change", "undo"),
  ];
}

function ofSessions({ project }: Shown): Row[] {
  const all = project.status?.sessions ?? [];
  return [
    separator("Sessions"),
    ...(all.some((one) => !one.paused) ? [row("debug-pause", "Pause for This Session", "pauseSession")] : []),
    ...(all.some((one) => one.paused) ? [row("debug-continue", "Resume for This Session", "resumeSession")] : []),
    row("circle-slash", "Disable Memory", "disable"),
  ];
}

function ofAgents({ lacksMcp }: Shown): Row[] {
  const mcp = lacksMcp === true ? [row("plug", "Install MCP Support", "installMcp", "to serve agents over MCP")] : [];
  return [separator("Agents"), row("link", "Install Hooks for Claude Code or Copilot", "installHooks"), row("info", "Show Hooks", "showHooks"), row("debug-disconnect", "Remove Hooks", "removeHooks"), ...mcp];
}

function row(icon: string, words: string, command: string, description = ""): Row {
  return { label: `$(${icon}) ${words}`, description, command };
}

function separator(words: string): Row {
  return { label: words, kind: QuickPickItemKind.Separator };
}
