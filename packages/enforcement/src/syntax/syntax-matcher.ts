import type * as WorkerThreads from "node:worker_threads";
import type { MessagePort, Worker } from "node:worker_threads";
import type { PatternRunner, SyntaxOutcome } from "@precept/governance";
import { syntaxWorkerSource, type SyntaxRequest, type SyntaxWorkerData } from "./syntax-worker.ts";

/** The limits of searching code for one condition. */
export interface SyntaxMatcherOptions {
  /** The CPU time of a search, in milliseconds. Loading the parser, parsing the code and one native call come on top. Default 1,000. */
  readonly budget?: number;
  /** The maximum length of the code, in UTF-16 code units. Longer code is indeterminate. Default 200,000. */
  readonly maxTextLength?: number;
  /** The URL of the module beside which the parser is installed. Default: this one. */
  readonly base?: string;
}

/** Searches code for syntax conditions, and ends the worker that does it. */
export interface SyntaxMatcher extends AsyncDisposable {
  readonly findSyntax: NonNullable<PatternRunner["findSyntax"]>;
}

/** The CPU time for loading the parser, for parsing and for a native call, after which the worker is ended. */
const maxOther = 4000;

/** How long one wait for the worker lasts, in milliseconds, and how many waits one search may take. */
const waitTime = 20;
const maxWaits = 1500;

/**
 * Creates a matcher of syntax conditions. A worker loads the parser on first use, and the calling thread waits for it, so
 * that a search that takes too long can be ended. The budget is CPU time: a stopped process or a busy machine changes no
 * outcome.
 */
export function createSyntaxMatcher(options: SyntaxMatcherOptions = {}): SyntaxMatcher {
  const { budget = 1000, maxTextLength = 200_000, base = import.meta.url } = options;
  let running: RunningWorker | undefined;
  return {
    findSyntax(condition, code, limit) {
      if (code.text.length > maxTextLength) {
        return { kind: "indeterminate", reason: `the code is longer than ${maxTextLength} characters` };
      }
      running ??= startWorker(base);
      const outcome = search(running, { condition, code, limit, budget }, budget + maxOther);
      if (outcome !== undefined) return outcome;
      // It may be in the middle of a native call, after which it ends.
      void running.worker.terminate();
      running = undefined;
      return { kind: "indeterminate", reason: "searching the code took too long" };
    },
    async [Symbol.asyncDispose]() {
      await running?.worker.terminate();
      running = undefined;
    },
  };
}

interface RunningWorker {
  readonly worker: Worker;
  readonly port: MessagePort;
  readonly done: Int32Array<SharedArrayBuffer>;
}

function startWorker(base: string): RunningWorker {
  const { MessageChannel, Worker: NodeWorker } = threads();
  const { port1: port, port2 } = new MessageChannel();
  const done = new Int32Array(new SharedArrayBuffer(4));
  const workerData = { base, port: port2, done } as unknown as SyntaxWorkerData;
  const worker = new NodeWorker(syntaxWorkerSource, {
    eval: true,
    name: "precept-syntax",
    execArgv: [],
    // Variables such as NODE_PATH could name another parser.
    env: {},
    workerData,
    transferList: [port2],
    resourceLimits: { maxOldGenerationSizeMb: 256 },
  });
  // A worker that ends early answers nothing. Without any listener its error would end the process.
  worker.on("error", () => {});
  worker.unref();
  port.unref();
  return { worker, port, done };
}

/** @returns undefined if the worker did not answer within the budget. */
function search({ worker, port, done }: RunningWorker, request: SyntaxRequest, budget: number): SyntaxOutcome | undefined {
  const before = Atomics.load(done, 0);
  const started = cpuTimeOfProcess();
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- Worker of Node has no origin
  worker.postMessage(request);
  for (let waits = 0; waits < maxWaits; waits += 1) {
    Atomics.wait(done, 0, before, waitTime);
    if (Atomics.load(done, 0) !== before) return threads().receiveMessageOnPort(port)?.message as SyntaxOutcome | undefined;
    if (cpuTimeOfProcess() - started > budget) return undefined;
  }
  return undefined;
}

/** Loaded on first use, because most processes search no code. */
function threads(): typeof WorkerThreads {
  return process.getBuiltinModule("node:worker_threads");
}

/** The CPU time of all threads. This one only waits. */
function cpuTimeOfProcess(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}
