import type { SessionRecord } from "@precept/contract";
import { propertyRuns } from "@precept/testing";
import * as fc from "fast-check";
import { expect, it } from "vitest";
import { decisionRecord, receiptRecord, touchRecord, turnRecord } from "../test/records.ts";
import { adherenceOf, type CheckedRule } from "./adherence.ts";

// Sessions with known breaches: adherence finds each, and no other.

const rule: CheckedRule = {
  id: "project:ts",
  name: "ts",
  checks: ["NO-ANY", "NO-VAR"],
  occasions: ["file"],
  governs: (file) => file.endsWith(".ts"),
};

const files = ["a.ts", "b.ts", "c.md"] as const;

type Step =
  | { readonly kind: "give" | "prompt" | "compaction" | "other" }
  | {
      readonly kind: "change";
      readonly file: (typeof files)[number];
      /** The policy that the change violates. */
      readonly policy: "NO-ANY" | "NO-VAR" | "NO-RM" | undefined;
      readonly denied: boolean;
      /** Whether the host gives calls ids, and reports them after they ran too. */
      readonly named: boolean;
      readonly twice: boolean;
      /** Whether the violation shows before or after the call. */
      readonly late: boolean;
    }
  | { readonly kind: "command"; readonly policy: "NO-VAR" | "NO-RM" };

const step: fc.Arbitrary<Step & { readonly subagent: string | null }> = fc
  .oneof(
    fc.record({ kind: fc.constantFrom("give" as const, "prompt" as const, "compaction" as const, "other" as const) }),
    fc.record({
      kind: fc.constant("change" as const),
      file: fc.constantFrom(...files),
      policy: fc.constantFrom("NO-ANY", "NO-VAR", "NO-RM", undefined, undefined),
      denied: fc.boolean(),
      named: fc.boolean(),
      twice: fc.boolean(),
      late: fc.boolean(),
    }),
    fc.record({ kind: fc.constant("command" as const), policy: fc.constantFrom("NO-VAR" as const, "NO-RM" as const) }),
  )
  .chain((one) => fc.constantFrom(null, null, "x").map((subagent) => ({ ...one, subagent })));

interface Expected {
  occasions: number;
  tokens: number;
  readonly breaches: { at: string; policy: string; file: string | null; denied: boolean; age: number | null; mended: boolean }[];
}

/** Writes the records of a session, and counts while it writes. */
function write(steps: readonly (Step & { readonly subagent: string | null })[]): {
  readonly records: readonly SessionRecord[];
  readonly expected: Expected;
} {
  const records: SessionRecord[] = [];
  const expected: Expected = { occasions: 0, tokens: 0, breaches: [] };
  const ages = new Map<string | null, number | null>();
  for (const [at, one] of steps.entries()) {
    const { subagent } = one;
    const time = (second: number) => new Date(Date.UTC(2026, 0, 31, 0, at, second)).toISOString();
    const origin = { subagent, at: time(0) };
    const age = ages.get(subagent) ?? null;
    switch (one.kind) {
      case "give":
        records.push(receiptRecord(["ts", "other"], { ...origin, event: "file" }));
        ages.set(subagent, 0);
        expected.tokens += 10;
        break;
      case "prompt":
        records.push(receiptRecord([], origin));
        if (age !== null) ages.set(subagent, age + 1);
        break;
      case "compaction":
        records.push(turnRecord({ ...origin, turn: "compaction" }));
        ages.set(subagent, null);
        break;
      case "other":
        records.push(touchRecord({ ...origin, files: ["a.ts"], changes: false, tool_use: `r${at}` }));
        break;
      case "command": {
        records.push(
          decisionRecord({ ...origin, tool_use: `c${at}`, policies: [{ id: one.policy, action: "LOG_ONLY", shadow: true }] }),
        );
        if (one.policy !== "NO-VAR") break;
        expected.occasions += 1;
        expected.breaches.push({ at: origin.at, policy: "NO-VAR", file: null, denied: true, age, mended: false });
        break;
      }
      case "change": {
        const call = { tool_use: one.named ? `t${at}` : null, files: [one.file], subagent };
        const stages = one.twice ? (["before", "after"] as const) : (["before"] as const);
        const shows = one.late && one.twice ? "after" : "before";
        for (const [second, stage] of stages.entries()) {
          records.push(touchRecord({ ...call, stage, at: time(second) }));
          if (one.policy === undefined || stage !== shows) continue;
          const policies = [{ id: one.policy, action: "LOG_ONLY", shadow: false }];
          records.push(decisionRecord({ ...call, at: time(second), verdict: one.denied ? "deny" : "none", policies }));
        }
        const isBroken = one.policy === "NO-ANY" || one.policy === "NO-VAR";
        if (isBroken || rule.governs(one.file)) expected.occasions += 1;
        if (!isBroken && rule.governs(one.file)) {
          for (const breach of expected.breaches) if (breach.file === one.file) breach.mended = true;
        }
        if (isBroken) {
          const { file, denied } = one;
          const policy = one.policy ?? "";
          expected.breaches.push({ at: time(shows === "after" ? 1 : 0), policy, file, denied, age, mended: false });
        }
        break;
      }
    }
  }
  return { records, expected };
}

it("adherence finds each breach of a session, and no other", () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 30 }), (steps) => {
      const { records, expected } = write(steps);
      const [found] = adherenceOf([{ session: "s", records, unreadable: 0, isCut: false }], [rule]);
      const breaches = found?.breaches.map(({ at, policy, file, denied, age, mended }) => ({
        at,
        policy,
        file,
        denied,
        age,
        mended,
      }));
      expect(breaches).toEqual(expected.breaches);
      expect(found?.followed).toMatchObject({ of: expected.occasions, count: expected.occasions - expected.breaches.length });
      expect(found?.tokens).toBe(expected.tokens);
    }),
    { numRuns: propertyRuns({ sample: 200, full: 2000 }) },
  );
});
