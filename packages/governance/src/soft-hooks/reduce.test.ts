import { defaultTables } from "@precept/contract/values";
import { describe, expect, it } from "vitest";
import { buildPolicy, check, policyMatching } from "../../test/policies.ts";
import { escalateDecision, escalationAt, thresholdOf } from "./escalation.ts";
import { softHookCheckOf, type SoftHookEvent } from "./events.ts";
import { reduceSoftHooks } from "./reduce.ts";
import { emptySoftHookState, softHookId, type SoftHookState } from "./state.ts";

const advice = policyMatching("print", { id: "PRACTICE-001", severity: "LOW" });
const actor = { session: "s1", agent: "Implementer" };
const file = "a.py";

/** Checks a text after a tool use. Returns the new state, the effects and the escalated decision. */
function checkAfter(state: SoftHookState, text: string, toolUse: string, policies = [advice]) {
  const decision = check(policies, { text, file });
  const step = reduceSoftHooks(state, softHookCheckOf(decision, { ...actor, toolUse }, [file]), { policies });
  return { ...step, decision: escalateDecision(decision, step.state, actor), kinds: step.effects.map(({ kind }) => kind) };
}

function apply(state: SoftHookState, event: SoftHookEvent, policies = [advice]) {
  return reduceSoftHooks(state, event, { policies });
}

const only = ({ hooks }: SoftHookState) => Object.values(hooks)[0];

describe("advice", () => {
  it("seed 5.3: counts as ignored if the next check finds the violation again, and becomes P2 with LOG_ONLY after three times", () => {
    const first = checkAfter(emptySoftHookState, "print()", "t1");
    expect(first.kinds).toEqual(["triggered"]);
    expect(first.decision.action).toBe("SOFT_HOOK");
    const second = checkAfter(first.state, "\n\nprint()", "t2");
    const third = checkAfter(second.state, "print()", "t3");
    expect([second.kinds, third.kinds]).toEqual([["ignored"], ["ignored"]]);
    expect(third.decision.action).toBe("SOFT_HOOK");
    const fourth = checkAfter(third.state, "print()", "t4");
    expect(fourth.kinds).toEqual(["ignored", "upgraded"]);
    expect(fourth.effects).toMatchObject([{ threshold: 3, notify: false, hook: { ignoreCount: 3 } }, { threshold: 3 }]);
    expect(fourth.decision).toMatchObject({ action: "LOG_ONLY", violations: [{ priority: "P2", action: "LOG_ONLY" }] });
    expect(checkAfter(fourth.state, "print()", "t5").kinds).toEqual(["ignored"]);
  });

  it("seed 5.3: is closed when the agent follows it, and starts at 0 when the violation returns", () => {
    const { state } = checkAfter(checkAfter(emptySoftHookState, "print()", "t1").state, "print()", "t2");
    const followed = checkAfter(state, "log()", "t3");
    expect(followed.kinds).toEqual(["complied"]);
    expect(followed.state).toEqual(emptySoftHookState);
    expect(only(checkAfter(followed.state, "print()", "t4").state)?.ignoreCount).toBe(0);
  });

  it("counts a tool use once, however often it is checked", () => {
    let { state } = checkAfter(emptySoftHookState, "print()", "t1");
    for (const toolUse of ["t1", "t2", "t2", "t1", "t2"]) state = checkAfter(state, "print()", toolUse).state;
    expect(only(state)?.ignoreCount).toBe(1);
  });

  it("is counted separately for each session, agent and violation", () => {
    const { state } = checkAfter(emptySoftHookState, "print() print()", "t1");
    expect(Object.keys(state.hooks)).toHaveLength(2);
    const decision = check([advice], { text: "print()", file });
    for (const other of [
      { ...actor, session: "s2" },
      { ...actor, agent: "Reviewer" },
    ]) {
      const step = apply(state, softHookCheckOf(decision, { ...other, toolUse: "t2" }, [file]));
      expect(Object.keys(step.state.hooks)).toHaveLength(3);
      expect(Object.values(step.state.hooks).every(({ ignoreCount }) => ignoreCount === 0)).toBe(true);
    }
  });

  it("stays open if its file or its policy was not checked", () => {
    const { state } = checkAfter(emptySoftHookState, "print()", "t1");
    const elsewhere = check([advice], { text: "", file: "b.py" });
    expect(apply(state, softHookCheckOf(elsewhere, { ...actor, toolUse: "t2" }, ["b.py"])).state).toEqual(state);
    const skipped = check([{ ...advice, phases: ["REVIEW"] }], { text: "print()", file }, { phase: "TEST" });
    expect(apply(state, softHookCheckOf(skipped, { ...actor, toolUse: "t2" }, [file])).state).toEqual(state);
  });

  it("is closed if the prefilter excludes its pattern", () => {
    const { state } = checkAfter(emptySoftHookState, "print()", "t1");
    const prefiltered = check([advice], { text: "fine", file }, { candidates: () => [] });
    expect(prefiltered.skipped).toMatchObject([{ reason: { kind: "prefilter" } }]);
    expect(apply(state, softHookCheckOf(prefiltered, { ...actor, toolUse: "t2" }, [file])).effects).toMatchObject([
      { kind: "complied" },
    ]);
  });

  it("can be ignored or followed explicitly", () => {
    const { state } = checkAfter(emptySoftHookState, "print()", "t1");
    const hook = only(state);
    if (hook === undefined) throw new Error("No hook");
    const ignored = apply(state, { kind: "ignored", ...hook, toolUse: "t2" });
    expect(ignored.effects).toMatchObject([{ kind: "ignored", hook: { ignoreCount: 1 } }]);
    expect(apply(ignored.state, { kind: "complied", ...hook })).toMatchObject({
      state: emptySoftHookState,
      effects: [{ kind: "complied" }],
    });
    expect(apply(emptySoftHookState, { kind: "complied", ...hook }).effects).toEqual([]);
    expect(apply(emptySoftHookState, { kind: "ignored", ...hook, toolUse: "t2" }).effects).toEqual([]);
  });

  it("ends with its session, and is copied to a fork of the session", () => {
    const { state } = checkAfter(emptySoftHookState, "print()", "t1");
    const forked = apply(state, { kind: "forked", from: "s1", to: "s2" }).state;
    expect(Object.values(forked.hooks).map(({ session }) => session)).toEqual(["s1", "s2"]);
    expect(Object.values(apply(forked, { kind: "ended", session: "s1" }).state.hooks)).toMatchObject([{ session: "s2" }]);
  });

  it("is plain JSON", () => {
    const { state } = checkAfter(emptySoftHookState, "print()", "t1");
    expect(JSON.parse(JSON.stringify(state))).toEqual(state);
    expect(Object.keys(state.hooks)).toEqual([
      softHookId(only(state) ?? { session: "", agent: "", policy: "", fingerprint: "" }),
    ]);
  });

  it("seed 5.2: is not given by policies with another action, in shadow mode or with disabled soft hooks", () => {
    const policies = [
      policyMatching("print", { id: "A", severity: "MEDIUM" }),
      policyMatching("print", { id: "B", severity: "LOW", soft_hooks: { enabled: false } }),
      policyMatching("print", { id: "C", severity: "LOW", mode: "shadow" }),
    ];
    expect(checkAfter(emptySoftHookState, "print()", "t1", policies).state).toEqual(emptySoftHookState);
  });

  it("never lowers a more urgent priority or action", () => {
    let { state } = checkAfter(emptySoftHookState, "print()", "t1");
    for (const toolUse of ["t2", "t3", "t4"]) state = checkAfter(state, "print()", toolUse).state;
    const urgent = check([{ ...advice, severity: "CRITICAL" }], { text: "print()", file });
    expect(escalateDecision(urgent, state, actor)).toEqual(urgent);
    const strict = check([{ ...advice, severity: "MEDIUM", action: "TERMINATE" }], { text: "print()", file });
    expect(escalateDecision(strict, state, actor)).toEqual(strict);
  });

  it("gets the action that the interceptor names, even at the same priority", () => {
    const soft_hooks = { interceptors: [{ config: { threshold: 1, upgrade_to: "P2", handler: "QUICK_FIX" } }] };
    const policies = [policyMatching("print", { id: "A", severity: "LOW", soft_hooks })];
    const { state } = checkAfter(checkAfter(emptySoftHookState, "print()", "t1", policies).state, "print()", "t2", policies);
    const raised = check(
      policies.map((policy) => ({ ...policy, severity: "MEDIUM" as const })),
      { text: "print()", file },
    );
    expect(escalateDecision(raised, state, actor)).toMatchObject({ action: "QUICK_FIX", violations: [{ priority: "P2" }] });
  });
});

describe("the settings of a soft hook", () => {
  const soft = (soft_hooks: object) => buildPolicy({ severity: "LOW", soft_hooks });

  it("seed 5.2: an interceptor can set the threshold and the priority", () => {
    const policy = soft({ interceptors: [{ type: "referrer", config: { threshold: 2, upgrade_to: "P1" } }] });
    expect(thresholdOf(policy.softHooks)).toBe(2);
    expect(escalationAt(policy, 1, defaultTables)).toBeUndefined();
    expect(escalationAt(policy, 2, defaultTables)).toEqual({ priority: "P1", action: "QUICK_FIX" });
  });

  it("several interceptors escalate step by step, and can name actions", () => {
    const policy = soft({
      interceptors: [
        { config: { threshold: 5, upgrade_to: "P0" } },
        { config: { threshold: 2, upgrade_to: "P1", handler: "LOG_ONLY" } },
      ],
    });
    expect([1, 2, 4, 5].map((count) => escalationAt(policy, count, defaultTables)?.action)).toEqual([
      undefined,
      "LOG_ONLY",
      "LOG_ONLY",
      "TERMINATE",
    ]);
  });

  it("seed 5.2: advice that cannot be ignored escalates the first time", () => {
    expect(thresholdOf(soft({ can_be_ignored: false }).softHooks)).toBe(1);
  });

  it("seed 5.2: `notify_on_ignore` asks for a notification each time", () => {
    const policy = policyMatching("print", { severity: "LOW", soft_hooks: { notify_on_ignore: true } });
    const { state } = checkAfter(emptySoftHookState, "print()", "t1", [policy]);
    expect(checkAfter(state, "print()", "t2", [policy]).effects).toMatchObject([{ kind: "ignored", notify: true }]);
  });
});
