import { hash } from "node:crypto";
import { Worker } from "node:worker_threads";
import { attackStringsFor, buildAttackText, type PatternSource } from "@precept/governance";
import { runAttacks, type AttackOrder, type AttackReport } from "./attack-worker.ts";
import { createDangerCache, type Danger, type DangerCache } from "./danger.ts";

export interface DangerCheckOptions {
  /** What a pattern may take for a short text, in milliseconds. Default 150. */
  readonly budget?: number;
  /** After how many milliseconds a pattern is given up. Default 3000. */
  readonly maxTime?: number;
  /** Default: one of its own, in memory. */
  readonly cache?: DangerCache;
}

/** Tries out patterns, beside the program, before anybody relies on them. */
export interface DangerCheck extends AsyncDisposable {
  /** @returns what is known of each pattern, in their order. Two patterns of the same source are tried once. */
  check(patterns: readonly PatternSource[], options?: { readonly signal?: AbortSignal }): Promise<readonly Danger[]>;
}

/** Texts of the first length show what doubles with each character; those of the second, what takes the fourth power of their length. */
const maxLength = 256;
const lengths = [60, maxLength];
/** Part of every hash: another way of trying is another question. */
const version = "1";

/**
 * Runs patterns on texts that were made to keep them busy, in a thread of its own and within a time budget.
 *
 * What it calls slow certainly is, and there is a text to show for it. What it lets through may still be slow on texts that it didn't think of, so
 * patterns have to run within a budget all the same.
 */
export function createDangerCheck(options: DangerCheckOptions = {}): DangerCheck {
  return new WorkerCheck(options);
}

class WorkerCheck implements DangerCheck {
  readonly #budget: number;
  readonly #maxTime: number;
  readonly #cache: DangerCache;
  #worker: Worker | undefined;
  #isClosed = false;
  /** One order at a time: the budget is measured in real time. */
  #turn: Promise<unknown> = Promise.resolve();

  constructor({ budget = 150, maxTime = 3000, cache = createDangerCache() }: DangerCheckOptions) {
    this.#budget = budget;
    this.#maxTime = maxTime;
    this.#cache = cache;
  }

  async check(
    patterns: readonly PatternSource[],
    { signal }: { readonly signal?: AbortSignal } = {},
  ): Promise<readonly Danger[]> {
    const dangers: Danger[] = [];
    for (const pattern of patterns) {
      signal?.throwIfAborted();
      const turn = this.#turn.then(() => this.#findOut(pattern));
      this.#turn = turn.catch(() => undefined);
      dangers.push(await turn);
    }
    return dangers;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#isClosed = true;
    await this.#stop();
    await this.#turn;
  }

  async #findOut(pattern: PatternSource): Promise<Danger> {
    const key = hash("sha256", `${version} ${pattern.flags}/${pattern.source}`);
    const known = this.#cache.get(key);
    if (known !== undefined) return known;
    const danger = await this.#try(pattern);
    if (danger.kind !== "unknown") this.#cache.set(key, danger);
    return danger;
  }

  async #try(pattern: PatternSource): Promise<Danger> {
    const { source, flags } = pattern;
    const attacks = attackStringsFor(source, flags);
    if (attacks.length === 0) return { kind: "none" };
    if (this.#isClosed) return { kind: "unknown", reason: "it was not tried before the end" };
    const worker = (this.#worker ??= startWorker());
    const rows = lengths.map((length) => attacks.map((attack) => buildAttackText(attack, length)));
    const order: AttackOrder = { source, flags, rows, budget: this.#budget };
    const report = await askWorker(worker, order, this.#maxTime);
    if (report === undefined) {
      await this.#stop();
      return { kind: "unknown", reason: "it could not be tried in the time there was" };
    }
    if (report.failure !== undefined) return { kind: "unknown", reason: report.failure };
    const attack = attacks[report.slow ?? -1];
    return attack === undefined ? { kind: "none" } : { kind: "slow", text: buildAttackText(attack, maxLength) };
  }

  async #stop(): Promise<void> {
    const worker = this.#worker;
    this.#worker = undefined;
    await worker?.terminate();
  }
}

function startWorker(): Worker {
  const worker = new Worker(`(${runAttacks.toString()})()`, {
    eval: true,
    name: "precept-danger-check",
    execArgv: [],
    resourceLimits: { maxOldGenerationSizeMb: 128 },
  });
  // Whoever waits for an answer hears of it; an error that nobody hears would end the process.
  worker.on("error", () => {});
  // Only a question that is open keeps the process alive.
  worker.unref();
  return worker;
}

/** @returns undefined where the worker had no answer in time, or is gone. */
function askWorker(worker: Worker, order: AttackOrder, maxTime: number): Promise<AttackReport | undefined> {
  return new Promise((resolve) => {
    const settle = (report: AttackReport | undefined): void => {
      clearTimeout(timer);
      worker.unref();
      worker.off("message", onMessage).off("error", onEnd).off("exit", onEnd);
      resolve(report);
    };
    const onMessage = (report: AttackReport): void => settle(report);
    const onEnd = (): void => settle(undefined);
    const timer = setTimeout(onEnd, maxTime);
    worker.on("message", onMessage).on("error", onEnd).on("exit", onEnd);
    worker.ref();
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread of Node has no origin
    worker.postMessage(order);
  });
}
