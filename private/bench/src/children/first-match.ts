import { performance } from "node:perf_hooks";
import { matchRules, RuleIndex } from "@precept/core";
import { createPicomatchLoop } from "../picomatch-loop.ts";
import { createWorkload } from "../workload.ts";

/** The JSON that this program prints, in milliseconds. */
export interface FirstMatch {
  readonly precept: number;
  readonly baseline: number;
}

// Times the first match of a process, as in one call of a command line. Building the index and the loop is not timed.
const { rules, files } = createWorkload();
const index = new RuleIndex(rules);
const loop = createPicomatchLoop(rules);
const request = files.slice(0, Number(process.argv[2]));
const start = performance.now();
matchRules(index, { files: request });
const between = performance.now();
loop.match(request);
const result: FirstMatch = { precept: between - start, baseline: performance.now() - between };
process.stdout.write(JSON.stringify(result));
