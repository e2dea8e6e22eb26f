import type { RuleStore } from "@precept/core";
import * as fc from "fast-check";
import type { Subject } from "../check.ts";
import { propertyParameters } from "./property-parameters.ts";
import { randomWrites, type RandomWrite } from "./random-writes.ts";

/** Runs a check with random sequences of writes, each on a new store. */
export async function withRandomWrites(
  subject: Subject,
  run: (store: RuleStore, writes: readonly RandomWrite[]) => Promise<void>,
): Promise<void> {
  const holds = fc.asyncProperty(randomWrites(subject.model.maxCalls), async (writes) => {
    const store = await subject.openAnother();
    try {
      await run(store, writes);
    } finally {
      await store[Symbol.asyncDispose]();
    }
  });
  await fc.assert(holds, propertyParameters(subject));
}
