import { execFile } from "node:child_process";
import { setTimeout } from "node:timers/promises";
import type { NotifySettings } from "../settings.ts";

/** What a person is told, as a command gets it on its standard input and an address in the body. */
export interface NotificationMessage {
  /** Why: somebody broke a policy, or ignored advice. */
  readonly event: "violation" | "advice_ignored";
  /** The name of the project's directory. */
  readonly project: string;
  readonly action: string;
  readonly session: string;
  readonly agent: string;
  readonly rule_id: string;
  readonly priority: string;
  readonly handler: string;
  readonly violation: { readonly location: string; readonly message: string; readonly suggestion: string | null };
  /** In the audit log. */
  readonly log_id: string | null;
  /** The command that undoes the rollback, where there was one. */
  readonly undo: string | null;
}

/** The pause before another attempt, in milliseconds; each is twice as long as the one before. */
const firstPause = 200;

/** Calls people in, beside the work: nobody waits for a message, and one that is lost stops nothing. */
export class Notifier implements AsyncDisposable {
  readonly #onFailure: (problem: string) => void;
  readonly #patience: number;
  readonly #underWay = new Set<Promise<void>>();
  readonly #ending = new AbortController();

  /**
   * @param onFailure is told of each message that did not arrive.
   * @param patience how long the end of a program waits for messages that are under way, in milliseconds.
   */
  constructor(onFailure: (problem: string) => void, patience = 5000) {
    this.#onFailure = onFailure;
    this.#patience = patience;
  }

  /** @param cwd the directory that the command runs in. */
  send(message: NotificationMessage, settings: NotifySettings, cwd: string): void {
    const body = JSON.stringify(message);
    const { command, webhook } = settings;
    if (command !== undefined && command.length > 0) {
      this.#track("the command", settings, (signal) => runCommand(command, body, cwd, signal));
    }
    if (webhook !== undefined) this.#track("the address", settings, (signal) => post(webhook, body, signal));
  }

  /** Waits for what is under way, for a while, and gives up what takes longer. */
  async [Symbol.asyncDispose](): Promise<void> {
    const limit = new AbortController();
    const late = setTimeout(this.#patience, undefined, { signal: limit.signal }).then(
      () => this.#ending.abort(),
      () => undefined,
    );
    await Promise.all(this.#underWay);
    limit.abort();
    await late;
  }

  #track(what: string, settings: NotifySettings, attempt: (signal: AbortSignal) => Promise<Attempt>): void {
    const delivery: Promise<void> = this.#deliver(what, settings, attempt).finally(() => this.#underWay.delete(delivery));
    this.#underWay.add(delivery);
  }

  async #deliver(
    what: string,
    { timeout, retries }: NotifySettings,
    attempt: (signal: AbortSignal) => Promise<Attempt>,
  ): Promise<void> {
    let problem = "";
    for (let round = 0; round <= retries && !this.#ending.signal.aborted; round += 1) {
      const outcome = await attempt(AbortSignal.any([this.#ending.signal, AbortSignal.timeout(timeout)]));
      if (outcome === "delivered") return;
      problem = outcome.problem;
      if (outcome.isFinal || round === retries) break;
      await setTimeout(firstPause * 2 ** round, undefined, { signal: this.#ending.signal }).catch(() => undefined);
    }
    this.#onFailure(`${what} did not take the message: ${problem}`);
  }
}

/** `isFinal`: another attempt would come to the same. */
type Attempt = "delivered" | { readonly problem: string; readonly isFinal: boolean };

function runCommand(
  [program = "", ...args]: readonly string[],
  body: string,
  cwd: string,
  signal: AbortSignal,
): Promise<Attempt> {
  return new Promise((resolve) => {
    const child = execFile(program, args, { cwd, signal, killSignal: "SIGKILL" }, (error) => {
      if (error === null) resolve("delivered");
      else resolve({ problem: signal.aborted ? "it took too long" : error.message.trim(), isFinal: error.code === "ENOENT" });
    });
    // A program need not read what it is given.
    child.stdin?.on("error", () => undefined);
    child.stdin?.end(body);
  });
}

async function post(url: string, body: string, signal: AbortSignal): Promise<Attempt> {
  try {
    // What is configured is told, and nobody else that it may point to.
    const response = await fetch(url, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body,
      signal,
      redirect: "error",
    });
    await response.body?.cancel();
    if (response.ok) return "delivered";
    const isFinal = response.status < 500 && response.status !== 429 && response.status !== 408;
    return { problem: `it answered ${response.status}`, isFinal };
  } catch (error) {
    const { cause, message } = error as Error;
    return { problem: signal.aborted ? "it took too long" : cause instanceof Error ? cause.message : message, isFinal: false };
  }
}
