import { performance } from "node:perf_hooks";
import { matchRules, RuleIndex } from "@precept/core";
import { createPicomatchLoop } from "../picomatch-loop.ts";
import { createWorkload } from "../workload.ts";

/** What the bench reads from this program's output, in milliseconds. */
export interface FirstMatch {
  readonly ours: number;
  readonly opponent: number;
}

// The first match of a process: what one call of a command line pays. Both sides are built before.
const { rules, files } = createWorkload();
const index = new RuleIndex(rules);
const loop = createPicomatchLoop(rules);
const request = files.slice(0, Number(process.argv[2]));
const start = performance.now();
matchRules(index, { files: request });
const between = performance.now();
loop.match(request);
const result: FirstMatch = { ours: between - start, opponent: performance.now() - between };
process.stdout.write(JSON.stringify(result));
