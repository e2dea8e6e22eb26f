/** What the worker is asked: whether one of the texts keeps the pattern busy. */
export interface AttackOrder {
  readonly source: string;
  readonly flags: string;
  /** A row of texts of each length, the shortest first; in each row the same attacks. */
  readonly rows: readonly (readonly string[])[];
  /** What a row may take, in milliseconds. An attack that was interrupted gets twice as much, with its longest text, before it counts. */
  readonly budget: number;
}

/** What the worker answers. */
export interface AttackReport {
  /** The attack, by its place in the rows, of which the longest text had to be interrupted. */
  readonly slow?: number;
  /** Why the pattern could not be run at all. */
  readonly failure?: string;
}

/**
 * The program of the worker. It travels as text, so that it is found wherever the package is bundled: it must not use anything but its own
 * body and what Node hands out at run time.
 */
export function runAttacks(): void {
  const { parentPort } = process.getBuiltinModule("node:worker_threads");
  const { createContext, Script } = process.getBuiltinModule("node:vm");
  const context = createContext({ work: undefined });
  const script = new Script("work()");

  const spend = (milliseconds: number, work: () => void): boolean => {
    context["work"] = work;
    try {
      script.runInContext(context, { timeout: milliseconds });
      return true;
    } catch (error) {
      if ((error as { readonly code?: string }).code === "ERR_SCRIPT_EXECUTION_TIMEOUT") return false;
      throw error;
    }
  };

  const findSlow = ({ source, flags, rows, budget }: AttackOrder): number | undefined => {
    const expression = new RegExp(source, flags);
    for (const row of rows) {
      let at = 0;
      const tryOn = (): void => {
        for (; at < row.length; at += 1) expression.test(row[at] ?? "");
      };
      for (; !spend(budget, tryOn); at += 1) {
        if (!spend(2 * budget, () => void expression.test(rows.at(-1)?.[at] ?? ""))) return at;
      }
    }
    return undefined;
  };

  parentPort?.on("message", (order: AttackOrder) => {
    let report: AttackReport = {};
    try {
      const slow = findSlow(order);
      if (slow !== undefined) report = { slow };
    } catch (error) {
      report = { failure: String(error) };
    }
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a port of Node has no origin
    parentPort.postMessage(report);
  });
}
