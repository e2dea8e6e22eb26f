import { tablesDocumentSchema } from "@precept/contract/policy";
import { phases, policySeverities, defaultTables } from "@precept/contract/values";
import { describe, expect, it } from "vitest";
import { buildPolicy, type PolicyInput } from "../../test/policies.ts";
import { createTables } from "./create-tables.ts";
import { effectsOf, isCheckedIn, phasesOf, effectivePriorityOf } from "./tables.ts";

describe("the effective priority of a policy", () => {
  it("seed 2.2: follows from its severity", () => {
    expect(policySeverities.map((severity) => effectivePriorityOf(buildPolicy({ severity }), defaultTables, undefined))).toEqual([
      { priority: "P0", action: "TERMINATE" },
      { priority: "P1", action: "QUICK_FIX" },
      { priority: "P2", action: "LOG_ONLY" },
      { priority: "P3", action: "SOFT_HOOK" },
    ]);
  });

  it("seed 7.2: has the action that the policy names, and the priority of its severity", () => {
    const policy = buildPolicy({ severity: "CRITICAL", handler: "QUICK_FIX" });
    expect(effectivePriorityOf(policy, defaultTables, "ANALYSIS")).toEqual({ priority: "P0", action: "QUICK_FIX" });
  });

  it("seed 5.2: is boosted to P2 in the phase that the policy names, with the action of P2", () => {
    const policy = buildPolicy({ severity: "LOW", handler: "SOFT_HOOK", soft_hooks: { priority_boost_phase: "REVIEW" } });
    expect(effectivePriorityOf(policy, defaultTables, "REVIEW")).toEqual({ priority: "P2", action: "LOG_ONLY" });
    expect(effectivePriorityOf(policy, defaultTables, "IMPLEMENTATION")).toEqual({ priority: "P3", action: "SOFT_HOOK" });
  });

  it("seed 4.4: is boosted to P2 in high-quality mode if the metadata ask for it", () => {
    const policy = buildPolicy({ severity: "LOW", metadata: { priority_boost: true } });
    expect(effectivePriorityOf(policy, defaultTables, undefined, true).priority).toBe("P2");
    expect(effectivePriorityOf(policy, defaultTables, undefined, false).priority).toBe("P3");
    expect(effectivePriorityOf(buildPolicy({ severity: "LOW" }), defaultTables, undefined, true).priority).toBe("P3");
  });

  it("keeps the action of the policy when it is boosted, if that is stricter than the action of P2", () => {
    const policy = buildPolicy({ severity: "LOW", handler: "ASK", soft_hooks: { priority_boost_phase: "REVIEW" } });
    expect(effectivePriorityOf(policy, defaultTables, "REVIEW")).toEqual({ priority: "P2", action: "ASK" });
  });

  it("is never lowered by a boost", () => {
    const policy = buildPolicy({ severity: "CRITICAL", soft_hooks: { priority_boost_phase: "REVIEW" } });
    expect(effectivePriorityOf(policy, defaultTables, "REVIEW").priority).toBe("P0");
  });
});

describe("the effects of an action", () => {
  const effects = (input: PolicyInput) => {
    const policy = buildPolicy(input);
    return effectsOf(policy, effectivePriorityOf(policy, defaultTables, undefined), defaultTables);
  };

  it("seed 2.3: follow from the priority", () => {
    expect(effects({ severity: "CRITICAL" })).toEqual({
      notifyHuman: true,
      rollback: true,
      iterationPenalty: "MAX",
    });
    for (const severity of ["HIGH", "MEDIUM", "LOW"]) {
      expect(effects({ severity })).toMatchObject({ notifyHuman: false, rollback: false, iterationPenalty: 0 });
    }
  });

  it("follow from the action that the policy names: TERMINATE and ASK notify a human, QUICK_FIX and ASK never roll back", () => {
    expect(effects({ severity: "LOW", handler: "TERMINATE" })).toMatchObject({ notifyHuman: true, rollback: true });
    expect(effects({ severity: "CRITICAL", handler: "QUICK_FIX" })).toMatchObject({ rollback: false });
    expect(effects({ severity: "CRITICAL", handler: "ASK" })).toEqual({
      notifyHuman: true,
      rollback: false,
      iterationPenalty: 0,
    });
  });

  it("are the defaults of the action if no priority maps to it", () => {
    const { P0, P1, P2 } = defaultTables.priorityMapping;
    const tables = { ...defaultTables, priorityMapping: { P0: P2, P1, P2, P3: P0 } };
    const policy = buildPolicy({ severity: "LOW", handler: "SOFT_HOOK" });
    expect(effectsOf(policy, effectivePriorityOf(policy, tables, undefined), tables)).toEqual({
      notifyHuman: false,
      rollback: false,
      iterationPenalty: 0,
    });
  });

  it("seed 7.2: notify a human if the metadata ask for it", () => {
    expect(effects({ severity: "HIGH", metadata: { human_in_loop: true } })).toMatchObject({ notifyHuman: true });
  });
});

describe("the phases of a policy", () => {
  it.each([
    ["CRITICAL", phases],
    ["HIGH", phases],
    ["MEDIUM", ["ANALYSIS", "TASKS", "REVIEW", "TEST"]],
    ["LOW", ["ANALYSIS", "TEST"]],
  ])("seed 3.1: without `phase`, a policy with severity %s is checked in the phases of the matrix", (severity, expected) => {
    expect(phasesOf(buildPolicy({ severity }), defaultTables)).toEqual(expected);
  });

  it("seed 4.3, 5.2: are the phases that it names, at any priority", () => {
    expect(phasesOf(buildPolicy({ severity: "MEDIUM", phase: "IMPLEMENTATION" }), defaultTables)).toEqual(["IMPLEMENTATION"]);
    expect(phasesOf(buildPolicy({ severity: "LOW", phase: ["REVIEW", "TASKS"] }), defaultTables)).toEqual(["TASKS", "REVIEW"]);
  });

  it("seed 5.2: include the one in which it is boosted", () => {
    const policy = buildPolicy({ severity: "LOW", phase: "IMPLEMENTATION", soft_hooks: { priority_boost_phase: "REVIEW" } });
    expect(phasesOf(policy, defaultTables)).toEqual(["IMPLEMENTATION", "REVIEW"]);
  });

  it("can be limited by the matrix even if the policy names them", () => {
    const strict = { ...defaultTables, limitNamedPhases: true };
    expect(isCheckedIn(buildPolicy({ severity: "MEDIUM", phase: "IMPLEMENTATION" }), strict, "IMPLEMENTATION")).toBe(false);
    const raised = buildPolicy({ severity: "LOW", phase: "REVIEW", soft_hooks: { priority_boost_phase: "REVIEW" } });
    expect(isCheckedIn(raised, strict, "REVIEW")).toBe(true);
  });
});

describe("configured tables", () => {
  it("seed 2.3: override the keys that they name, and no other defaults", () => {
    const document = tablesDocumentSchema.parse({
      severity_mapping: { LOW: "P2" },
      priority_mapping: {
        P0: { action: "TERMINATE", notify_human: true, rollback: false, iteration_penalty: "+MAX" },
        P1: { iteration_penalty: 1 },
      },
      phase_matrix: { IMPLEMENTATION: ["P0"] },
      limit_named_phases: true,
    });
    const tables = createTables(document);
    expect(tables.severityMapping).toEqual({ ...defaultTables.severityMapping, LOW: "P2" });
    expect(tables.priorityMapping.P0).toEqual({ ...defaultTables.priorityMapping.P0, rollback: false });
    expect(tables.priorityMapping.P1).toEqual({ ...defaultTables.priorityMapping.P1, iterationPenalty: 1 });
    expect(tables.priorityMapping.P2).toEqual(defaultTables.priorityMapping.P2);
    expect(tables.phaseMatrix).toEqual({ ...defaultTables.phaseMatrix, IMPLEMENTATION: ["P0"] });
    expect(tables.limitNamedPhases).toBe(true);
  });

  it("default to the default tables", () => {
    expect(createTables({})).toEqual(defaultTables);
  });

  it.each([[{ priority_mapping: { P9: {} } }], [{ phase_matrix: { REVIEW: ["P7"] } }], [{ unknown: 1 }]])(
    "reject %j",
    (value) => {
      expect(tablesDocumentSchema.safeParse(value).success).toBe(false);
    },
  );
});
