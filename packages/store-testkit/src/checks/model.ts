import * as fc from "fast-check";
import type { ChecksOf } from "../check.ts";
import { compareWithReference } from "../model/compare-with-reference.ts";
import { sequences } from "../model/step.ts";
import { propertyParameters } from "../subject/property-parameters.ts";

export const modelChecks: ChecksOf<"model"> = {
  async "model/agrees"(subject) {
    const agrees = fc.asyncProperty(sequences(subject.model.maxCalls), async (steps) => {
      const store = await subject.openAnother();
      try {
        await compareWithReference(subject, store, steps);
      } finally {
        await store[Symbol.asyncDispose]();
      }
    });
    await fc.assert(agrees, propertyParameters(subject));
  },
};
