import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { policyMatching } from "../../test/policies.ts";
import type { SoftHookEvent } from "./events.ts";
import { reduceSoftHooks } from "./reduce.ts";
import { emptySoftHookState, type SoftHookState } from "./state.ts";

// Compares the reducer with a minimal model: for each piece of advice, the set of tool uses that were counted.

const threshold = 2;
const policies = ["A", "B"].map((id) =>
  policyMatching("x", { id, severity: "LOW", soft_hooks: { interceptors: [{ config: { threshold, upgrade_to: "P1" } }] } }),
);

const sessions = fc.constantFrom("s1", "s2");
const agents = fc.constantFrom("a", "b");
const policyIds = fc.constantFrom("A", "B");
const fingerprints = fc.constantFrom("f1", "f2");
const files = fc.constantFrom("x.ts", "y.ts");
const toolUses = fc.constantFrom("t1", "t2", "t3", "t4", "t5");

const checked = fc.record({
  kind: fc.constant("checked" as const),
  session: sessions,
  agent: agents,
  toolUse: toolUses,
  files: fc.uniqueArray(files),
  policies: fc.uniqueArray(policyIds),
  occurrences: fc.uniqueArray(fc.record({ policy: policyIds, fingerprint: fingerprints, file: files, isAdvice: fc.boolean() }), {
    selector: ({ policy, fingerprint }) => policy + fingerprint,
  }),
});
const key = { session: sessions, agent: agents, policy: policyIds, fingerprint: fingerprints };
const event: fc.Arbitrary<SoftHookEvent> = fc.oneof(
  { arbitrary: checked, weight: 6 },
  fc.record({ kind: fc.constant("ignored" as const), toolUse: toolUses, ...key }),
  fc.record({ kind: fc.constant("complied" as const), ...key }),
  fc.record({ kind: fc.constant("ended" as const), session: sessions }),
);

type Model = Map<string, { file: string | undefined; counted: Set<string>; first: string }>;

const nameOf = (one: { session: string; agent: string; policy: string; fingerprint: string }): string =>
  [one.session, one.agent, one.policy, one.fingerprint].join("/");

function step(model: Model, happened: SoftHookEvent): void {
  if (happened.kind === "ended") {
    for (const name of model.keys()) if (name.startsWith(`${happened.session}/`)) model.delete(name);
  } else if (happened.kind === "complied") {
    model.delete(nameOf(happened));
  } else if (happened.kind === "ignored") {
    model.get(nameOf(happened))?.counted.add(happened.toolUse);
  } else if (happened.kind === "checked") {
    const seen = new Map(happened.occurrences.map((one) => [nameOf({ ...happened, ...one }), one]));
    for (const [name, advice] of model) {
      const [session, agent, policy = ""] = name.split("/");
      if (session !== happened.session || agent !== happened.agent) continue;
      if (seen.has(name)) advice.counted.add(happened.toolUse);
      else if (happened.files.includes(advice.file) && happened.policies.includes(policy)) model.delete(name);
    }
    for (const [name, { file, isAdvice }] of seen) {
      if (isAdvice && !model.has(name)) model.set(name, { file, counted: new Set(), first: happened.toolUse });
    }
  }
}

describe("for any sequence of events", () => {
  it("the count of advice is the number of tool uses that ignored it, and it escalates exactly at the threshold", () => {
    fc.assert(
      fc.property(fc.array(event, { maxLength: 30 }), (events) => {
        const model: Model = new Map();
        let state: SoftHookState = emptySoftHookState;
        for (const happened of events) {
          step(model, happened);
          const before = JSON.stringify(state);
          const next = reduceSoftHooks(state, happened, { policies });
          expect(JSON.stringify(state)).toBe(before);
          const upgraded = next.effects.filter(({ kind }) => kind === "upgraded");
          expect(upgraded.every(({ hook }) => hook.ignoreCount === threshold)).toBe(true);
          state = next.state;
          const counts = Object.values(state.hooks).map((hook) => [nameOf(hook), hook.ignoreCount] as const);
          const expected = [...model].map(([name, { counted, first }]) => [
            name,
            [...counted].filter((use) => use !== first).length,
          ]);
          expect(new Map(counts)).toEqual(new Map(expected as [string, number][]));
          for (const { ignoreCount, escalation } of Object.values(state.hooks)) {
            expect(escalation?.priority).toBe(ignoreCount >= threshold ? "P1" : undefined);
          }
        }
      }),
      { numRuns: 500 },
    );
  });
});
