import { expect } from "vitest";
import type { ChecksOf } from "../check.ts";

export const getChecks: ChecksOf<"get"> = {
  async "get/missing"({ store }) {
    for (const id of ["project:style", "", "../style", "😀"]) expect(await store.get(id)).toBeUndefined();
  },
};
