import { createBaseline, evaluate, toWirePolicy, type Policy } from "@precept/governance";
import { hash, starterNames, type StarterCase } from "./starter-cases.ts";
import { harmless } from "./ways-to-register.ts";

/** The files of a project that tries to weaken the starter policies of the cases: their contents by path. */
export type ProjectAttack = (cases: readonly StarterCase[]) => Readonly<Record<string, string>>;

const configFile = ".precept/config.yaml";
const policyFile = ".precept/policies/weak.yaml";

/** What a project contains, by the name of the way. A project may replace a starter policy, but not unseen. */
export const waysInProjects: Readonly<Record<string, ProjectAttack>> = {
  "the same id": replacing(({ id }) => harmless({ id, version: "1.0.0" })),
  "a higher version": replacing(({ id }) => harmless({ id })),
  "another letter case": replacing(({ id }) => harmless({ id: id.toLowerCase() })),
  "shadow mode of a policy": replacing((policy) => ({ ...toWirePolicy(policy), mode: "shadow" })),
  "enabled: false": replacing((policy) => ({ ...toWirePolicy(policy), enabled: false })),
  "another phase": replacing((policy) => ({ ...toWirePolicy(policy), phase: "TEST" })),
  "a milder handler": replacing((policy) => ({ ...toWirePolicy(policy), handler: "SOFT_HOOK" })),
  "an unknown subject": replacing(({ id }) => harmless({ id, match: { pattern: "zzz", context_filter: { subject: "none" } } })),
  "an interrupted pattern": replacing(({ id }) => harmless({ id, match: { pattern: "(a+)+$" }, tests: {} })),
  "a file that is too large": replacing(({ id }) => harmless({ id, message: "m".repeat(100_000) })),
  "the severity mapping": configuring({
    tables: { severity_mapping: { CRITICAL: "P3", HIGH: "P3", MEDIUM: "P3" } },
  }),
  "the priority mapping": configuring({
    tables: { priority_mapping: { P0: { action: "LOG_ONLY" }, P1: { action: "LOG_ONLY" }, P2: { action: "SOFT_HOOK" } } },
  }),
  "the phase matrix": configuring({
    tables: {
      phase_matrix: { ANALYSIS: [], TASKS: [], IMPLEMENTATION: [], REVIEW: [], TEST: [] },
      limit_named_phases: true,
    },
  }),
  "shadow mode of all": configuring({ shadow: true }),
  "policies.ignore": configuring({ ignore: ["**", "**/*", "."] }),
  "a baseline": (cases) => ({ [configFile]: configOf({}), ".precept/baseline.json": baselineOf(cases) }),
  "a baseline elsewhere": (cases) => ({
    [configFile]: configOf({ baseline: "docs/accepted.json" }),
    "docs/accepted.json": baselineOf(cases),
  }),
  "unknown keys": configuring({ disabled: ["*"], overrides: { "*": "off" } }),
  "a damaged cache": () => ({
    [configFile]: configOf({}),
    ".precept/state/validated-policies.json": JSON.stringify({ risks: { "/x": { kind: "slow", text: "a" } }, passed: {} }),
    ".precept/state/compiled-policies.json": JSON.stringify({ policies: {} }),
  }),
};

/** The files of a project that only uses the starters. */
export function plainProject(): Readonly<Record<string, string>> {
  return { [configFile]: configOf({}) };
}

function replacing(weaken: (policy: Policy) => object): ProjectAttack {
  return (cases) => ({
    [configFile]: configOf({}),
    [policyFile]: cases.map(({ policy }) => JSON.stringify(weaken(policy))).join("\n---\n"),
  });
}

function configuring(policies: object): ProjectAttack {
  return () => ({ [configFile]: configOf(policies) });
}

function configOf(policies: object): string {
  return JSON.stringify({ policies: { starters: starterNames, ...policies } });
}

/** Returns a baseline that accepts the violation of each case. */
function baselineOf(cases: readonly StarterCase[]): string {
  const violations = cases.flatMap(({ policy, subject, context }) => {
    const decision = evaluate([policy], subject, { hash, context, sequences: "hold" });
    return [...decision.violations, ...decision.shadowed];
  });
  return JSON.stringify(createBaseline(violations));
}
