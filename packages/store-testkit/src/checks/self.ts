import { expect } from "vitest";
import type { ChecksOf } from "../check.ts";
import { saveRule } from "../subject/save.ts";

export const selfChecks: ChecksOf<"self"> = {
  async "self/capabilities"({ store, capabilities }) {
    expect(store.capabilities).toEqual(capabilities);
  },

  async "self/origin"(subject) {
    const { rule } = await saveRule(subject, { origin: { store: "another" } });
    expect(rule.origin.store).toBe(subject.store.id);
  },

  async "self/diagnostics"({ store }) {
    expect(store.diagnostics()).toBeInstanceOf(Array);
  },

  async "self/state"({ store }) {
    await store.reload();
    expect(store.state()).toEqual({ status: "ready" });
  },
};
