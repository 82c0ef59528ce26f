// What is known of the server and of each project, and how a status bar says it.
import { count, minute } from "./ages";
import { label, line } from "./text";
import type { DreamOutcome, DreamStatus, ServerStatus, StatusResult } from "./wire";

/** `off`: not started yet; `old`: it runs, and is too old; `missing`: there is none on this machine. */
export type Phase = "off" | "starting" | "running" | "old" | "stopped" | "missing";

export interface ProjectState {
  readonly told?: ServerStatus;
  readonly status?: StatusResult;
  readonly dream?: DreamStatus;
  readonly outcome?: DreamOutcome;
  readonly lastRecall?: string;
}

export interface Shown {
  readonly phase: Phase;
  /** Why it stopped, or what to do: a sentence. */
  readonly why: string;
  readonly project: ProjectState;
  /** Agents could be served over MCP, if the extra were installed. */
  readonly lacksMcp?: boolean;
}

export type Severity = "none" | "warning" | "error";

export interface Words {
  readonly icon: string;
  readonly text: string;
  readonly severity: Severity;
}

/** In this order: what a person should act on comes first. */
export function words({ phase, project }: Shown): Words {
  switch (phase) {
    case "off":
      return { icon: "library", text: "memory", severity: "none" };
    case "starting":
      return { icon: "loading~spin", text: "memory", severity: "none" };
    case "stopped":
      return { icon: "error", text: "memory stopped", severity: "error" };
    case "missing":
      return { icon: "cloud-download", text: "memory: install the server", severity: "warning" };
    case "old":
      return { icon: "warning", text: "memory: server too old", severity: "warning" };
    case "running":
      return ofProject(project);
  }
}

function ofProject(project: ProjectState): Words {
  const { dream, told } = project;
  if (isOff(project)) {
    return { icon: "circle-slash", text: "memory off", severity: "none" };
  }
  if (dream?.state === "running") {
    const step = dream.maxSteps > 0 && dream.step > 0 ? ` step ${dream.step}/${dream.maxSteps}` : "";
    return { icon: "sync~spin", text: `dreaming${step}`, severity: "none" };
  }
  if (told?.paused === true) {
    return { icon: "debug-pause", text: "memory paused", severity: "none" };
  }
  if (isDreamHeld(project) || heldCount(project) > 0) {
    return { icon: "eye", text: "memory: held for review", severity: "warning" };
  }
  if (told?.health === "error") {
    return { icon: "error", text: "memory", severity: "error" };
  }
  return { icon: told?.health === "warning" ? "info" : "library", text: "memory", severity: "none" };
}

export function isDreamHeld(project: ProjectState): boolean {
  return project.dream === undefined ? project.outcome?.held === true : project.dream.state === "held";
}

/** Memory is switched off for the project. What is heard last counts. */
export function isOff(project: ProjectState): boolean {
  return (project.told?.enabled ?? project.status?.enabled) === false;
}

export function heldCount(project: ProjectState): number {
  return project.told?.held ?? project.status?.held ?? 0;
}

/** The tooltip, a line each, plain text. */
export function details({ phase, why, project }: Shown): string[] {
  const { status, told, outcome } = project;
  const said = phase === "running" ? line(told?.message ?? status?.message) : line(why);
  const last = outcome === undefined ? lastDream(status) : line(outcome.headline);
  return [
    said,
    counts(status),
    project.lastRecall === undefined ? "" : `Last recall: ${line(project.lastRecall)}`,
    last === "" ? "" : `Last dream: ${last}`,
    status?.nextGate == null ? "" : line(status.nextGate),
  ].filter((one) => one !== "");
}

export function statusText(shown: Words, flash?: string): string {
  return `$(${shown.icon}) ${flash === undefined ? shown.text : label(flash, 60)}`;
}

function lastDream(status: StatusResult | undefined): string {
  return status === undefined ? "" : status.lastDream === null ? "never" : minute(status.lastDream);
}

function counts(status: StatusResult | undefined): string {
  if (status?.files == null) {
    return "";
  }
  const findings = Object.values(status.findings).reduce((sum, one) => sum + one, 0);
  const parts = [count(status.files.files, "memory", "memories"), count(findings, "finding"), `${status.held} held`];
  return parts.join(", ");
}
