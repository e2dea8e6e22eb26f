import { createMemoryStore } from "@precept/core";
import { expect, it } from "vitest";
import { describeRuleStore } from "./index.ts";

describeRuleStore("the memory store", {
  open: async () => createMemoryStore(),
  capabilities: { write: true, search: false, history: true, usage: true, transactions: true },
  extra(open) {
    it("is told apart by its id, which is `memory` by default", async () => {
      expect((await open()).id).toBe("memory");
    });
  },
});
