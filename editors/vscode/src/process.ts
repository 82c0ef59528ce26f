// The server's process: started outside of any project, its standard error kept in the log, ended for sure.
import { spawn, type ChildProcess } from "node:child_process";
import { homedir } from "node:os";
import { createInterface } from "node:readline";
import { log } from "./log";
import type { Found } from "./server";

export class Process {
  readonly #found: Found;
  #child: ChildProcess | undefined;
  #opened: Promise<ChildProcess> | undefined;
  #lastWords = "";
  /** How it ended, as a sentence; undefined while it runs. */
  readonly ended: Promise<string>;
  #end!: (how: string) => void;

  constructor(found: Found) {
    this.#found = found;
    this.ended = new Promise((resolve) => {
      this.#end = resolve;
    });
  }

  /** Starts it, once; each caller is given the same process. Rejects where the command cannot be started. */
  open(): Promise<ChildProcess> {
    this.#opened ??= this.#open();
    return this.#opened;
  }

  kill(): void {
    if (this.#child?.exitCode === null && this.#child.signalCode === null) {
      this.#child.kill("SIGKILL");
    }
  }

  async #open(): Promise<ChildProcess> {
    const { command, args } = this.#found;
    log().info(`starting ${[command, ...args].join(" ")}`);
    // The home folder: a project's own files are none to load modules or settings from.
    const child = spawn(command, [...args], { cwd: homedir(), stdio: "pipe", windowsHide: true });
    this.#child = child;
    createInterface({ input: child.stderr }).on("line", (text) => {
      this.#lastWords = text;
      log().warn(text);
    });
    child.once("exit", (code, signal) => {
      const how = signal === null ? `ended with code ${code ?? "unknown"}` : `was ended by ${signal}`;
      this.#end(`The server ${how}.${this.#lastWords === "" ? "" : ` ${this.#lastWords}`}`);
    });
    return new Promise((resolve, reject) => {
      child.once("spawn", () => {
        log().info(`it runs as process ${child.pid ?? 0}`);
        resolve(child);
      });
      child.once("error", (error) => {
        this.#end(`The server could not be started: ${error.message}`);
        reject(error);
      });
    });
  }
}
