import { hash } from "node:crypto";
import type { Worker } from "node:worker_threads";
import { attackStringsFor, buildAttackText, type PatternSource } from "@precept/governance";
import { runAttacks, type AttackRequest, type AttackResult } from "./attack-worker.ts";

export interface RegexSafetyCheckerOptions {
  /** The budget of CPU time of a pattern on short attack strings, in milliseconds. Default 150. */
  readonly budget?: number;
  /** The limit of CPU time of the process for checking one pattern, in milliseconds. Default 3,000. */
  readonly maxTime?: number;
  /** Caches results. Default: a new cache in memory. */
  readonly cache?: RegexRiskCache;
}

/** Checks patterns for ReDoS in a worker thread. */
export interface RegexSafetyChecker extends AsyncDisposable {
  /** Checks patterns. @returns the risk of each pattern, in order. Patterns with the same source are checked once. */
  check(patterns: readonly PatternSource[], options?: { readonly signal?: AbortSignal }): Promise<readonly RegexRisk[]>;
}

/** Shorter attack strings reveal exponential patterns, longer ones reveal polynomial patterns of degree 4 and above. */
const maxLength = 256;
const lengths = [60, maxLength];
/** Part of every cache key. Change it when the checks change. */
const version = "1";

/**
 * Creates a checker that runs patterns on generated attack strings, in a worker thread with a time budget.
 *
 * A pattern that it reports as slow is slow on the reported string. Other patterns may still be slow on other texts, so
 * run them with a time limit as well.
 *
 * @example
 * ```ts
 * import { createRegexSafetyChecker } from "@precept/enforcement/runner";
 *
 * await using checker = createRegexSafetyChecker();
 * const [risk] = await checker.check([{ id: "A-1", source: "(x+x+)+y", flags: "" }]);
 * console.log(risk?.kind); // "slow"
 * ```
 */
export function createRegexSafetyChecker(options: RegexSafetyCheckerOptions = {}): RegexSafetyChecker {
  return new WorkerChecker(options);
}

class WorkerChecker implements RegexSafetyChecker {
  readonly #budget: number;
  readonly #maxTime: number;
  readonly #cache: RegexRiskCache;
  #worker: Worker | undefined;
  #isClosed = false;
  /** One pattern at a time, since the limit counts the CPU time of all threads. */
  #queue: Promise<unknown> = Promise.resolve();

  constructor({ budget = 150, maxTime = 3000, cache = createRegexRiskCache() }: RegexSafetyCheckerOptions) {
    this.#budget = budget;
    this.#maxTime = maxTime;
    this.#cache = cache;
  }

  async check(
    patterns: readonly PatternSource[],
    { signal }: { readonly signal?: AbortSignal } = {},
  ): Promise<readonly RegexRisk[]> {
    const risks: RegexRisk[] = [];
    for (const pattern of patterns) {
      signal?.throwIfAborted();
      const checked = this.#queue.then(() => this.#checkOne(pattern));
      this.#queue = checked.catch(() => undefined);
      risks.push(await checked);
    }
    return risks;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#isClosed = true;
    await this.#stop();
    await this.#queue;
  }

  async #checkOne(pattern: PatternSource): Promise<RegexRisk> {
    const key = hash("sha256", `${version} ${pattern.flags}/${pattern.source}`);
    const known = this.#cache.get(key);
    if (known !== undefined) return known;
    const risk = await this.#run(pattern);
    if (risk.kind !== "unknown") this.#cache.set(key, risk);
    return risk;
  }

  async #run(pattern: PatternSource): Promise<RegexRisk> {
    const { source, flags } = pattern;
    const attacks = attackStringsFor(source, flags);
    if (attacks.length === 0) return { kind: "none" };
    if (this.#isClosed) return { kind: "unknown", reason: "the checker was closed" };
    const worker = (this.#worker ??= await startWorker());
    const rows = lengths.map((length) => attacks.map((attack) => buildAttackText(attack, length)));
    const request: AttackRequest = { source, flags, rows, budget: this.#budget };
    const result = await runInWorker(worker, request, this.#maxTime);
    if (result === undefined) {
      await this.#stop();
      return { kind: "unknown", reason: "the check timed out" };
    }
    if (result.failure !== undefined) return { kind: "unknown", reason: result.failure };
    const attack = attacks[result.slow ?? -1];
    return attack === undefined ? { kind: "none" } : { kind: "slow", text: buildAttackText(attack, maxLength) };
  }

  async #stop(): Promise<void> {
    const worker = this.#worker;
    this.#worker = undefined;
    await worker?.terminate();
  }
}

async function startWorker(): Promise<Worker> {
  // Loaded on demand, because most processes check no pattern.
  const { Worker } = await import("node:worker_threads");
  const worker = new Worker(`(${runAttacks.toString()})()`, {
    eval: true,
    name: "precept-regex-safety",
    execArgv: [],
    resourceLimits: { maxOldGenerationSizeMb: 128 },
  });
  // `runInWorker` handles errors. Without any listener an error would end the process.
  worker.on("error", () => {});
  // Only a pending request keeps the process alive.
  worker.unref();
  return worker;
}

/** @returns undefined if the worker did not respond in time, or ended. */
function runInWorker(worker: Worker, request: AttackRequest, maxTime: number): Promise<AttackResult | undefined> {
  return new Promise((resolve) => {
    const finish = (result: AttackResult | undefined): void => {
      clearTimeout(timer);
      worker.unref();
      worker.off("message", onMessage).off("error", onEnd).off("exit", onEnd);
      resolve(result);
    };
    const onMessage = (result: AttackResult): void => finish(result);
    const onEnd = (): void => finish(undefined);
    const start = process.cpuUsage();
    const onTimeout = (): void => {
      const { user, system } = process.cpuUsage(start);
      const rest = maxTime - (user + system) / 1000;
      if (rest <= 0) onEnd();
      else timer = setTimeout(onTimeout, rest);
    };
    let timer = setTimeout(onTimeout, maxTime);
    worker.on("message", onMessage).on("error", onEnd).on("exit", onEnd);
    worker.ref();
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- Worker of Node has no origin
    worker.postMessage(request);
  });
}

/** The ReDoS risk of a pattern. */
export type RegexRisk =
  /** The pattern was fast on all attack strings. */
  | { readonly kind: "none" }
  /** The pattern is slow on this attack string, although it has only a few hundred characters. */
  | { readonly kind: "slow"; readonly text: string }
  /** The pattern could not be checked, and may be slow. */
  | { readonly kind: "unknown"; readonly reason: string };

/** Caches results of checking patterns, such as a `Map`. A persistent cache helps short-lived processes. */
export interface RegexRiskCache {
  get(hash: string): RegexRisk | undefined;
  set(hash: string, risk: RegexRisk): unknown;
}

/** Creates a cache in memory that drops the oldest entries beyond its size. */
export function createRegexRiskCache(size = 10_000): RegexRiskCache {
  const entries = new Map<string, RegexRisk>();
  return {
    get: (digest) => entries.get(digest),
    set(digest, risk) {
      entries.delete(digest);
      entries.set(digest, risk);
      const [oldest] = entries.keys();
      if (entries.size > size && oldest !== undefined) entries.delete(oldest);
    },
  };
}

/** Describes a risk for `findRegexRisk` of a policy set; undefined if the pattern can be used. */
export function describeRegexRisk(risk: RegexRisk): string | undefined {
  if (risk.kind !== "slow") return undefined;
  const { text } = risk;
  return `it is slow on a text of ${text.length} characters: ${JSON.stringify(text.length > 24 ? `${text.slice(0, 23)}…` : text)}`;
}
