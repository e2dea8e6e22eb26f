import { createMemoryStore } from "@precept/core";
import { expect, it } from "vitest";
import { describeRuleStore } from "./index.ts";

describeRuleStore("the memory store", {
  open: async () => createMemoryStore({ epoch: crypto.randomUUID() }),
  capabilities: {
    write: true,
    search: false,
    history: true,
    usage: true,
    transactions: true,
    positions: true,
    orderedIds: true,
    ruleCursors: true,
    cycleChecks: true,
  },
  extra(open) {
    it("has the id `memory` by default", async () => {
      expect((await open()).id).toBe("memory");
    });
  },
});

describeRuleStore("the memory store without history", {
  open: async () => createMemoryStore({ history: false }),
  capabilities: {
    write: true,
    search: false,
    history: false,
    usage: true,
    transactions: true,
    positions: false,
    orderedIds: true,
    ruleCursors: true,
    cycleChecks: true,
  },
  model: { runs: 30 },
});
