// Owns whether the server runs: starts it, starts it anew after a crash, and leaves alone one that keeps ending.
import type { Disposable } from "vscode";
import type { Board } from "./board";
import type { Client } from "./client";
import { serverCommand } from "./config";
import { log, reason } from "./log";
import { Process } from "./process";
import { findServer, howToAddMcp, howToInstall, type Found, type Missing } from "./server";
import { waitAfter } from "./backoff";
import { surroundings } from "./surroundings";

const CALM_MS = 180_000;
const START_MS = 30_000;
const STOP_MS = 2000;

/** The server is not there to be asked. The message says why, in a sentence. */
export class NotRunning extends Error {}

interface Running {
  readonly found: Found;
  readonly client: Client;
  readonly process: Process;
}

export class Lifecycle implements Disposable {
  readonly #board: Board;
  readonly #storageUri: string | undefined;
  readonly #extension: string;
  readonly #afterStart: ((client: Client) => void)[] = [];
  #running: Running | undefined;
  #work: Promise<void> | undefined;
  #queued: Promise<void> | undefined;
  #crashes: number[] = [];
  #timer: NodeJS.Timeout | undefined;
  #isWanted = true;
  #missing: Missing | undefined;

  /** `extension` is the folder that the extension lies in. */
  constructor(board: Board, storageUri: string | undefined, extension: string) {
    this.#board = board;
    this.#storageUri = storageUri;
    this.#extension = extension;
  }

  /** Called with each client that came up. */
  onStarted(listener: (client: Client) => void): void {
    this.#afterStart.push(listener);
  }

  /** What to type, where no server was found or it is too old. */
  get howToInstall(): Missing | undefined {
    return this.#missing;
  }

  /** What to type so that the running server can serve MCP; undefined where it can. */
  async howToAddMcp(): Promise<string | undefined> {
    const running = this.#running;
    return running === undefined || running.client.servesMcp ? undefined : howToAddMcp(running.found, surroundings(this.#extension));
  }

  /** The command by which the running server was found. */
  get found(): Found | undefined {
    return this.#running?.found;
  }

  /** The running server; waits for one that starts. Rejects with NotRunning where there is none. */
  async ready(): Promise<Client> {
    if (this.#board.phase === "off") {
      await this.#cycle();
    }
    await this.#work;
    const running = this.#running;
    if (this.#board.phase !== "running" || running === undefined) {
      throw new NotRunning(this.#board.why === "" ? "Noctule's server is not running." : this.#board.why);
    }
    return running.client;
  }

  /** The running server, if there is one now. */
  get current(): Client | undefined {
    return this.#board.phase === "running" ? this.#running?.client : undefined;
  }

  start(): Promise<void> {
    this.#isWanted = true;
    return this.#work ?? this.#cycle();
  }

  /** A queue of one: asked for again and again while it restarts, it restarts once more, not as often. */
  restart(): Promise<void> {
    this.#crashes = [];
    this.#isWanted = true;
    if (this.#work === undefined) {
      return this.#cycle();
    }
    this.#queued ??= this.#work.then(() => {
      this.#queued = undefined;
      return this.#cycle();
    });
    return this.#queued;
  }

  async stop(): Promise<void> {
    this.#isWanted = false;
    clearTimeout(this.#timer);
    await this.#work;
    await this.#end();
    this.#board.setPhase("off");
  }

  dispose(): void {
    void this.stop();
  }

  #cycle(): Promise<void> {
    clearTimeout(this.#timer);
    const work = this.#bringUp()
      .catch((error: unknown) => {
        log().error(`the start failed: ${reason(error)}`);
        this.#board.setPhase("stopped", reason(error));
      })
      .finally(() => {
        this.#work = undefined;
      });
    this.#work = work;
    return work;
  }

  async #bringUp(): Promise<void> {
    this.#board.setPhase("starting");
    await this.#end();
    const found = await findServer(serverCommand(), surroundings(this.#extension));
    if ("install" in found) {
      this.#missing = found;
      this.#board.setPhase("missing", `Noctule's server is not installed: ${found.install}`);
      return;
    }
    this.#missing = undefined;
    const process = new Process(found);
    // The library of the protocol is loaded while the server starts. What is wrong with the start is told to the client.
    process.open().catch(() => undefined);
    const { Client } = await import("./client.js");
    const client = new Client(process, this.#board, this.#storageUri);
    this.#running = { found, client, process };
    const how = await endOf(client.start(), process);
    if (how !== undefined) {
      process.kill();
      this.#crashed(process, how);
      return;
    }
    this.#watch(process);
    await this.#up(client);
  }

  async #up(client: Client): Promise<void> {
    const old = client.whyTooOld();
    if (old !== undefined) {
      this.#missing = await howToInstall(surroundings(this.#extension), client.servesMcp);
      if (this.#running?.client === client) {
        this.#board.setPhase("old", old);
      }
      return;
    }
    log().info("the server runs");
    this.#board.lacksMcp = !client.servesMcp;
    this.#board.setPhase("running");
    for (const listener of this.#afterStart) {
      listener(client);
    }
  }

  #watch(process: Process): void {
    void process.ended.then((how) => {
      this.#crashed(process, how);
    });
  }

  #crashed(process: Process, how: string): void {
    if (this.#running?.process !== process) {
      return;
    }
    this.#running.client.dispose();
    this.#running = undefined;
    const now = Date.now();
    this.#crashes = [...this.#crashes.filter((at) => now - at < CALM_MS), now];
    const wait = waitAfter(this.#crashes.length);
    const isLeft = wait === undefined || !this.#isWanted;
    log().error(`${how}${isLeft ? " It is left alone: “Restart Server” tries again." : ""}`);
    this.#board.setPhase("stopped", how);
    if (!isLeft) {
      this.#timer = setTimeout(() => void this.start(), wait);
    }
  }

  async #end(): Promise<void> {
    const running = this.#running;
    this.#running = undefined;
    if (running === undefined) {
      return;
    }
    try {
      await running.client.stop(STOP_MS);
    } catch (error) {
      log().warn(`the server did not stop in order: ${reason(error)}`);
    }
    const killer = setTimeout(() => {
      running.process.kill();
    }, STOP_MS);
    await running.process.ended;
    clearTimeout(killer);
  }
}

/** Undefined where the server came up, else how it ended, or that it never answered. */
async function endOf(start: Promise<void>, process: Process): Promise<string | undefined> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<string>((resolve) => {
    timer = setTimeout(() => {
      resolve(`The server did not answer within ${START_MS / 1000} seconds.`);
    }, START_MS);
  });
  const up = start.then(
    () => undefined,
    // How the process ended says more than that its pipe was closed; give that a moment to come.
    (error: unknown) => Promise.race([process.ended, later(`The server did not start: ${reason(error)}`)]),
  );
  try {
    return await Promise.race([up, late]);
  } finally {
    clearTimeout(timer);
  }
}

async function later(text: string): Promise<string> {
  return new Promise((resolve) => {
    setTimeout(resolve, 500, text);
  });
}
