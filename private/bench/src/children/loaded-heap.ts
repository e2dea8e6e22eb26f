import { createRulebook } from "@precept/core";
import { createFsStore } from "@precept/store-fs";
import { ruleRoots } from "../rule-files.ts";

/** The JSON that this program prints. */
export interface LoadedHeap {
  /** Growth of the heap through the rules, in bytes. */
  readonly bytes: number;
  readonly rules: number;
}

// `loaded-heap.ts DIR`, with --expose-gc: measures the heap of a rulebook with all rules after it has answered once.
const [projectDir = "."] = process.argv.slice(2);
// An empty rulebook answers first, so that code and caches of the program are not counted.
await using empty = createRulebook({ stores: [createFsStore({ roots: [], projectDir })], root: projectDir });
await empty.resolve({ files: ["src/index.ts"] });
const before = collectedHeap();
await using store = createFsStore({ roots: ruleRoots, projectDir });
await using rulebook = createRulebook({ stores: [store], root: projectDir });
const { totals } = await rulebook.resolve({ files: ["packages/cart/src/index.ts"] });
const result: LoadedHeap = { bytes: collectedHeap() - before, rules: totals.evaluated };
process.stdout.write(JSON.stringify(result));

function collectedHeap(): number {
  if (globalThis.gc === undefined) throw new Error("Run with --expose-gc.");
  for (let pass = 0; pass < 4; pass += 1) globalThis.gc();
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}
