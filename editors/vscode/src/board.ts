// Holds what the server told of each project, and tells whoever listens.
import { EventEmitter, Uri, type Disposable, type Event } from "vscode";
import type { Hear } from "./methods";
import type { Phase, ProjectState, Shown } from "./state";
import type { StatusResult, Told } from "./wire";

export class Board implements Disposable {
  readonly #changed = new EventEmitter<void>();
  readonly #heard = new Map<Hear, EventEmitter<unknown>>();
  readonly #projects = new Map<string, ProjectState>();
  // An open folder inside a repository -> the repository, by which the server names the project.
  readonly #aliases = new Map<string, string>();
  /** The server that runs has no MCP SDK beside it. */
  lacksMcp = false;
  #phase: Phase = "off";
  #why = "";

  /** Something that a status shows is different now. */
  readonly onDidChange: Event<void> = this.#changed.event;

  get phase(): Phase {
    return this.#phase;
  }

  get why(): string {
    return this.#why;
  }

  setPhase(phase: Phase, why = ""): void {
    this.#phase = phase;
    this.#why = why;
    if (phase !== "running") {
      this.#projects.clear();
    }
    this.#changed.fire();
  }

  shown(workspaceUri: string | undefined): Shown {
    return { phase: this.#phase, why: this.#why, lacksMcp: this.#phase === "running" && this.lacksMcp, project: this.project(workspaceUri) };
  }

  project(workspaceUri: string | undefined): ProjectState {
    return (workspaceUri === undefined ? undefined : this.#projects.get(this.#key(workspaceUri))) ?? {};
  }

  /** Whether both name one project: an open folder, and the repository around it. */
  isSame(one: string, other: string): boolean {
    return this.#key(one) === this.#key(other);
  }

  projects(): readonly ProjectState[] {
    return [...this.#projects.values()];
  }

  /** The answer of `memory/status` for the folder that it was asked about. */
  learn(workspaceUri: string, status: StatusResult): void {
    this.#aliases.set(keyOf(workspaceUri), keyOf(status.workspaceUri));
    this.#note(status.workspaceUri, { status });
  }

  /** A notification of the server. */
  hear<M extends Hear>(method: M, params: Told[M]): void {
    this.#keep(method, params);
    this.#heard.get(method)?.fire(params);
  }

  on<M extends Hear>(method: M, listener: (params: Told[M]) => void): Disposable {
    let emitter = this.#heard.get(method);
    if (emitter === undefined) {
      emitter = new EventEmitter<unknown>();
      this.#heard.set(method, emitter);
    }
    return (emitter as EventEmitter<Told[M]>).event(listener);
  }

  dispose(): void {
    this.#changed.dispose();
    for (const emitter of this.#heard.values()) {
      emitter.dispose();
    }
  }

  #keep<M extends Hear>(method: M, params: Told[M]): void {
    const uri = params.workspaceUri;
    if (uri === null) {
      return;
    }
    switch (method) {
      case "memory/serverStatus":
        this.#note(uri, { told: params as Told["memory/serverStatus"] });
        break;
      case "memory/dreamStatus":
        this.#note(uri, { dream: params as Told["memory/dreamStatus"] });
        break;
      case "memory/dreamOutcome":
        this.#note(uri, { outcome: params as Told["memory/dreamOutcome"] });
        break;
      case "memory/recalled":
        this.#note(uri, { lastRecall: (params as Told["memory/recalled"]).label });
        break;
    }
  }

  #key(workspaceUri: string): string {
    const key = keyOf(workspaceUri);
    return this.#aliases.get(key) ?? key;
  }

  #note(workspaceUri: string, known: ProjectState): void {
    this.#projects.set(this.#key(workspaceUri), { ...this.project(workspaceUri), ...known });
    this.#changed.fire();
  }
}

// The editor and the server may differ in what they encode, and in a slash at the end.
function keyOf(workspaceUri: string): string {
  return Uri.parse(workspaceUri).toString().replace(/\/+$/, "");
}
