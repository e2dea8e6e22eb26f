/** A request to the worker: to find an attack string on which a pattern is slow. */
export interface AttackRequest {
  readonly source: string;
  readonly flags: string;
  /** One row of attack strings for each length, shortest first. Each row has the same attacks in the same order. */
  readonly rows: readonly (readonly string[])[];
  /** The budget of CPU time of one row, in milliseconds. An interrupted attack is retried with twice the budget. */
  readonly budget: number;
}

export interface AttackResult {
  /** The index of the attack whose longest string had to be interrupted. */
  readonly slow?: number;
  /** Why the pattern could not be run. */
  readonly failure?: string;
}

/** The program of the worker, which gets its source text: the function may only use its body and Node's modules. */
export function runAttacks(): void {
  const { parentPort } = process.getBuiltinModule("node:worker_threads");
  const { createContext, Script } = process.getBuiltinModule("node:vm");
  const context = createContext({ work: undefined });
  const script = new Script("work()");

  // oxlint-disable-next-line unicorn/consistent-function-scoping -- the worker only has the body of this function
  const cpuTime = (): number => {
    const thread = process as Partial<Pick<NodeJS.Process, "threadCpuUsage">>;
    const { user, system } = thread.threadCpuUsage?.() ?? process.cpuUsage();
    return (user + system) / 1000;
  };

  // As `runWithin` of time-budget.ts: the alarm rings after a wall time, and the CPU time decides.
  const runWithin = (milliseconds: number, work: () => void): boolean => {
    for (let wallTime = milliseconds; wallTime <= milliseconds * 256; wallTime *= 2) {
      const start = cpuTime();
      if (runUntilAlarm(wallTime, work)) return true;
      if (cpuTime() - start >= milliseconds) return false;
    }
    return false;
  };

  const runUntilAlarm = (milliseconds: number, work: () => void): boolean => {
    context["work"] = work;
    try {
      script.runInContext(context, { timeout: milliseconds });
      return true;
    } catch (error) {
      if ((error as { readonly code?: string }).code === "ERR_SCRIPT_EXECUTION_TIMEOUT") return false;
      throw error;
    }
  };

  const findSlow = ({ source, flags, rows, budget }: AttackRequest): number | undefined => {
    const expression = new RegExp(source, flags);
    for (const row of rows) {
      let at = 0;
      const tryOn = (): void => {
        for (; at < row.length; at += 1) expression.test(row[at] ?? "");
      };
      for (; !runWithin(budget, tryOn); at += 1) {
        if (!runWithin(2 * budget, () => void expression.test(rows.at(-1)?.[at] ?? ""))) return at;
      }
    }
    return undefined;
  };

  parentPort?.on("message", (request: AttackRequest) => {
    let result: AttackResult = {};
    try {
      const slow = findSlow(request);
      if (slow !== undefined) result = { slow };
    } catch (error) {
      result = { failure: String(error) };
    }
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- MessagePort of Node has no origin
    parentPort.postMessage(result);
  });
}
