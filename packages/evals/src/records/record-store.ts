import { maxOf, isRecord } from "@precept/core";
import {
  appendLines,
  isMissing,
  listDirectorySync,
  makeDirectory,
  makePrivateDirectory,
  openRoot,
  putFile,
  readFileInSync,
  removeTree,
  stateDir,
  type Root,
} from "@precept/files";
import type { Exchange } from "../models/exchange.ts";
import { recordsDir } from "../paths.ts";
import { runKey, type PlannedRun } from "../schedule/plan-runs.ts";
import type { Usage } from "../schedule/run-result.ts";
import type { Caller, EvalRecord, RunRecord } from "./eval-record.ts";

/** How records may be opened. */
const privateFile = { links: "none", isPrivate: true } as const;

/** How many evals a project keeps. The oldest are removed. */
const maxEvals = 20;

/** The size of the recorded model calls of one run, in bytes. Later calls are recorded without their bodies. */
const maxExchangeBytes = 32_000_000;

const maxFileBytes = 128_000_000;

/** The number of model calls in a file, and what they used. */
export interface RecordedExchange extends Partial<Exchange> {
  readonly caller: Caller;
  readonly usage: Usage;
  readonly cost?: number;
}

/** The records of evals: `eval.json`, and a directory for each run. Only the user can read them. */
export class RecordStore {
  readonly #root: Root;
  readonly #dir: string;

  /** @param dir the directory of the records, relative to the project. */
  constructor(project: string, dir: string = recordsDir) {
    this.#root = openRoot(project);
    this.#dir = dir;
  }

  /** Lists the ids of the recorded evals, newest first. */
  list(): readonly string[] {
    return this.#names("").toSorted().toReversed();
  }

  /** Undefined if there is none with this id. */
  read(id: string): EvalRecord | undefined {
    const record = this.#json(`${id}/eval.json`);
    return isRecord(record) && record["version"] === 1 ? (record as unknown as EvalRecord) : undefined;
  }

  async start(record: EvalRecord): Promise<void> {
    if (this.#dir.startsWith(`${stateDir}/`)) await makePrivateDirectory(this.#root, stateDir);
    await this.#write(`${record.id}/eval.json`, record);
    for (const old of this.list().slice(maxEvals)) await removeTree(this.#root, `${this.#dir}/${old}`);
  }

  /** The finished runs of an eval, by their keys. */
  readRuns(id: string): ReadonlyMap<string, RunRecord> {
    const found = new Map<string, RunRecord>();
    for (const name of this.#names(`${id}/runs`)) {
      for (const run of this.#names(`${id}/runs/${name}`)) {
        const record = this.#json(`${id}/runs/${name}/${run}/run.json`);
        if (isRecord(record)) found.set(`${name}/${run}`, record as unknown as RunRecord);
      }
    }
    return found;
  }

  /** What runs cost that do not count, because they were stopped or failed. */
  lostCost(id: string): number {
    const finished = this.readRuns(id);
    let sum = 0;
    for (const name of this.#names(`${id}/runs`)) {
      for (const run of this.#names(`${id}/runs/${name}`)) {
        const attempt = finished.get(`${name}/${run}`)?.attempt;
        for (const file of this.#attempts(`${id}/runs/${name}/${run}`)) {
          if (file !== attempt) sum += this.#costIn(`${id}/runs/${name}/${run}/${exchangesFile(file)}`);
        }
      }
    }
    return sum;
  }

  /** Starts a file for the model calls of a run. Returns its number. */
  async startAttempt(id: string, run: PlannedRun): Promise<number> {
    const dir = `${id}/runs/${runKey(run)}`;
    await makeDirectory(this.#root, `${this.#dir}/${dir}`, privateFile);
    const attempt = maxOf([0, ...this.#attempts(dir)]) + 1;
    appendLines(this.#root, `${this.#dir}/${dir}/${exchangesFile(attempt)}`, [], privateFile);
    return attempt;
  }

  /** Records a model call when it ends. */
  addExchange(id: string, run: PlannedRun, attempt: number, exchange: RecordedExchange): void {
    const path = `${this.#dir}/${id}/runs/${runKey(run)}/${exchangesFile(attempt)}`;
    const size = appendLines(this.#root, path, [], privateFile);
    const { caller, usage, cost } = exchange;
    const line = size < maxExchangeBytes ? exchange : { caller, usage, ...(cost !== undefined && { cost }) };
    appendLines(this.#root, path, [JSON.stringify(line)], privateFile);
  }

  /** Records a finished run. Its file is written last, so that a run without it is repeated. */
  async finishRun(id: string, record: RunRecord): Promise<void> {
    await this.#write(`${id}/runs/${runKey(record.result.run)}/run.json`, record);
  }

  /** Stores the directory with the copies of an eval, so that the next process can remove it if this one is killed. */
  async noteCopies(id: string, dir: string): Promise<void> {
    await this.#write(`${id}/copies.json`, { dir });
  }

  copiesOf(id: string): string | undefined {
    const record = this.#json(`${id}/copies.json`);
    return isRecord(record) && typeof record["dir"] === "string" ? record["dir"] : undefined;
  }

  #attempts(dir: string): readonly number[] {
    return this.#names(dir).flatMap((name) => {
      const [, number] = /^exchanges-(\d+)\.jsonl$/.exec(name) ?? [];
      return number === undefined ? [] : [Number(number)];
    });
  }

  #costIn(path: string): number {
    return this.#lines(path).reduce<number>(
      (sum, line) => sum + (isRecord(line) && typeof line["cost"] === "number" ? line["cost"] : 0),
      0,
    );
  }

  #lines(path: string): readonly unknown[] {
    return this.#text(path)
      .split("\n")
      .flatMap((line) => {
        try {
          return line === "" ? [] : [JSON.parse(line) as unknown];
        } catch {
          // A killed process left it unfinished.
          return [];
        }
      });
  }

  #json(path: string): unknown {
    try {
      return JSON.parse(this.#text(path));
    } catch {
      return undefined;
    }
  }

  #text(path: string): string {
    const content = readFileInSync(this.#root, `${this.#dir}/${path}`, { maxBytes: maxFileBytes, links: "none" });
    return content.kind === "bytes" ? content.bytes.toString("utf8") : "";
  }

  async #write(path: string, value: object): Promise<void> {
    await putFile(this.#root, `${this.#dir}/${path}`, `${JSON.stringify(value)}\n`, privateFile);
  }

  #names(path: string): readonly string[] {
    try {
      const dir = path === "" ? this.#dir : `${this.#dir}/${path}`;
      return listDirectorySync(this.#root, dir, "none").flatMap(({ name }) => (name.startsWith(".") ? [] : [name]));
    } catch (error) {
      if (isMissing(error)) return [];
      throw error;
    }
  }
}

function exchangesFile(attempt: number): string {
  return `exchanges-${attempt}.jsonl`;
}
