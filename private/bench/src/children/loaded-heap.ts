import { createRulebook } from "@precept/core";
import { createFsStore } from "@precept/store-fs";
import { ruleRoots } from "../rule-files.ts";

/** What the bench reads from this program's output. */
export interface LoadedHeap {
  /** By how much the rules made the heap grow, in bytes. */
  readonly bytes: number;
  readonly rules: number;
}

// `loaded-heap.ts DIR`, with --expose-gc: the heap that a rulebook with all rules takes after it has answered once.
const [projectDir = "."] = process.argv.slice(2);
// The program's own code and caches are there before the first measurement: an empty rulebook has answered as well.
await using empty = createRulebook({ stores: [createFsStore({ roots: [], projectDir })], root: projectDir });
await empty.resolve({ files: ["src/index.ts"] });
const before = settledHeap();
await using store = createFsStore({ roots: ruleRoots, projectDir });
await using rulebook = createRulebook({ stores: [store], root: projectDir });
const { totals } = await rulebook.resolve({ files: ["packages/cart/src/index.ts"] });
const result: LoadedHeap = { bytes: settledHeap() - before, rules: totals.evaluated };
process.stdout.write(JSON.stringify(result));

function settledHeap(): number {
  if (globalThis.gc === undefined) throw new Error("Run with --expose-gc.");
  for (let pass = 0; pass < 4; pass += 1) globalThis.gc();
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}
