import { describe, expect, it } from "vitest";
import { buildPolicy, type PolicyInput } from "../testing/policies.ts";
import { phases } from "./phase.ts";
import { policySeverities } from "./policy-severity.ts";
import { createTables, tablesDocumentSchema } from "./tables-schema.ts";
import { defaultTables, effectsOf, isCheckedIn, phasesOf, effectivePriorityOf } from "./tables.ts";

describe("what a policy's violations are treated as", () => {
  it("seed 2.2: follows from its severity", () => {
    expect(policySeverities.map((severity) => effectivePriorityOf(buildPolicy({ severity }), defaultTables, undefined))).toEqual([
      { priority: "P0", action: "TERMINATE" },
      { priority: "P1", action: "QUICK_FIX" },
      { priority: "P2", action: "LOG_ONLY" },
      { priority: "P3", action: "SOFT_HOOK" },
    ]);
  });

  it("seed 7.2: is what the policy names, where it names a handler, at the priority of its severity", () => {
    const policy = buildPolicy({ severity: "CRITICAL", handler: "QUICK_FIX" });
    expect(effectivePriorityOf(policy, defaultTables, "ANALYSIS")).toEqual({ priority: "P0", action: "QUICK_FIX" });
  });

  it("seed 5.2: is raised to P2 in the phase that the policy names for it, with the handler of P2", () => {
    const policy = buildPolicy({ severity: "LOW", handler: "SOFT_HOOK", soft_hooks: { priority_boost_phase: "REVIEW" } });
    expect(effectivePriorityOf(policy, defaultTables, "REVIEW")).toEqual({ priority: "P2", action: "LOG_ONLY" });
    expect(effectivePriorityOf(policy, defaultTables, "IMPLEMENTATION")).toEqual({ priority: "P3", action: "SOFT_HOOK" });
  });

  it("seed 4.4: is raised to P2 for work of high quality where the metadata say so", () => {
    const policy = buildPolicy({ severity: "LOW", metadata: { priority_boost: true } });
    expect(effectivePriorityOf(policy, defaultTables, undefined, true).priority).toBe("P2");
    expect(effectivePriorityOf(policy, defaultTables, undefined, false).priority).toBe("P3");
    expect(effectivePriorityOf(buildPolicy({ severity: "LOW" }), defaultTables, undefined, true).priority).toBe("P3");
  });

  it("is never lowered by that", () => {
    const policy = buildPolicy({ severity: "CRITICAL", soft_hooks: { priority_boost_phase: "REVIEW" } });
    expect(effectivePriorityOf(policy, defaultTables, "REVIEW").priority).toBe("P0");
  });
});

describe("what is done besides", () => {
  const handling = (input: PolicyInput) => {
    const policy = buildPolicy(input);
    return effectsOf(policy, effectivePriorityOf(policy, defaultTables, undefined), defaultTables);
  };

  it("seed 2.3: follows from the priority", () => {
    expect(handling({ severity: "CRITICAL" })).toEqual({
      notifyHuman: true,
      rollback: true,
      iterationPenalty: "MAX",
    });
    for (const severity of ["HIGH", "MEDIUM", "LOW"]) {
      expect(handling({ severity })).toMatchObject({ notifyHuman: false, rollback: false, iterationPenalty: 0 });
    }
  });

  it("follows from the handler that is named: to terminate calls a person, to fix rolls nothing back", () => {
    expect(handling({ severity: "LOW", handler: "TERMINATE" })).toMatchObject({ notifyHuman: true, rollback: true });
    expect(handling({ severity: "CRITICAL", handler: "QUICK_FIX" })).toMatchObject({ rollback: false });
  });

  it("an action that no priority maps to has its own default effects, not those of the priority", () => {
    const { P0, P1, P2 } = defaultTables.priorityMapping;
    const tables = { ...defaultTables, priorityMapping: { P0: P2, P1, P2, P3: P0 } };
    const effects = (input: PolicyInput) => {
      const policy = buildPolicy(input);
      return effectsOf(policy, effectivePriorityOf(policy, tables, undefined), tables);
    };
    expect(effects({ severity: "LOW", handler: "SOFT_HOOK" })).toEqual({
      notifyHuman: false,
      rollback: false,
      iterationPenalty: 0,
    });
  });

  it("seed 7.2: calls a person where the metadata ask for one", () => {
    expect(handling({ severity: "HIGH", metadata: { human_in_loop: true } })).toMatchObject({ notifyHuman: true });
  });
});

describe("the phases of a policy", () => {
  it.each([
    ["CRITICAL", phases],
    ["HIGH", phases],
    ["MEDIUM", ["ANALYSIS", "TASKS", "REVIEW", "TEST"]],
    ["LOW", ["ANALYSIS", "TEST"]],
  ])("seed 3.1: that names none and is %s are those that the matrix opens to its priority", (severity, expected) => {
    expect(phasesOf(buildPolicy({ severity }), defaultTables)).toEqual(expected);
  });

  it("seed 4.3, 5.2: are those that it names, whatever its priority", () => {
    expect(phasesOf(buildPolicy({ severity: "MEDIUM", phase: "IMPLEMENTATION" }), defaultTables)).toEqual(["IMPLEMENTATION"]);
    expect(phasesOf(buildPolicy({ severity: "LOW", phase: ["REVIEW", "TASKS"] }), defaultTables)).toEqual(["TASKS", "REVIEW"]);
  });

  it("seed 5.2: take in the one in which it is raised", () => {
    const policy = buildPolicy({ severity: "LOW", phase: "IMPLEMENTATION", soft_hooks: { priority_boost_phase: "REVIEW" } });
    expect(phasesOf(policy, defaultTables)).toEqual(["IMPLEMENTATION", "REVIEW"]);
  });

  it("may be limited by the matrix even where they are named", () => {
    const strict = { ...defaultTables, limitNamedPhases: true };
    expect(isCheckedIn(buildPolicy({ severity: "MEDIUM", phase: "IMPLEMENTATION" }), strict, "IMPLEMENTATION")).toBe(false);
    const raised = buildPolicy({ severity: "LOW", phase: "REVIEW", soft_hooks: { priority_boost_phase: "REVIEW" } });
    expect(isCheckedIn(raised, strict, "REVIEW")).toBe(true);
  });
});

describe("tables as people write them", () => {
  it("seed 2.3: change what they name, and leave the rest", () => {
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

  it("are the usual ones where nothing is written", () => {
    expect(createTables({})).toEqual(defaultTables);
  });

  it.each([[{ priority_mapping: { P9: {} } }], [{ phase_matrix: { REVIEW: ["P7"] } }], [{ unknown: 1 }]])(
    "are not %j",
    (value) => {
      expect(tablesDocumentSchema.safeParse(value).success).toBe(false);
    },
  );
});
