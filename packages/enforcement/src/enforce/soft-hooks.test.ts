import {
  softHookCheckOf,
  emptySoftHookState,
  reduceSoftHooks,
  type SoftHookEffect,
  type SoftHookState,
} from "@precept/governance";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { policyFile, propertyRuns } from "@precept/testing";
import { startEnforcer } from "../../test/start-enforcer.ts";
import { createPolicyProject, type PolicyProject } from "../../test/policy-project.ts";

const file = ".precept/policies/a.yaml";
const advice = policyFile({ severity: "LOW" });

function describeEffects(effects: readonly SoftHookEffect[]): readonly string[] {
  return effects.map(({ kind, hook }) => `${kind} ${hook.policy} ${hook.ignoreCount}`);
}

/** Enforces texts one after the other, each in its own tool use. Returns actions and soft-hook effects. */
async function enforceAll({ open }: PolicyProject, texts: readonly string[], options: object = {}) {
  const policies = open();
  const results: string[] = [];
  for (const text of texts) {
    const { action, softHooks } = await policies.enforce({ text, file: "a.ts" }, options);
    results.push([action, ...describeEffects(softHooks)].join(", "));
  }
  return results;
}

describe("advice", () => {
  it("seed 4.4, 5.3, 8.2: escalates after it was ignored three times, and is resolved when the agent complies", async () => {
    const project = await createPolicyProject({ [file]: advice });
    expect(await enforceAll(project, ["bad", "bad", "bad", "bad", "bad", "fine", "bad"])).toEqual([
      "SOFT_HOOK, triggered A-1 0",
      "SOFT_HOOK, ignored A-1 1",
      "SOFT_HOOK, ignored A-1 2",
      "LOG_ONLY, ignored A-1 3, upgraded A-1 3",
      "LOG_ONLY, ignored A-1 4",
      "PASS, complied A-1 4",
      "SOFT_HOOK, triggered A-1 0",
    ]);
    const policies = project.open();
    const actions: string[] = [];
    for await (const { action, ignore_count, metadata } of (await policies.auditLog()).softHooks.list())
      actions.push(`${action} ${ignore_count} ${JSON.stringify(metadata?.["upgraded_to"])}`);
    expect(actions).toEqual([
      "TRIGGERED 0 null",
      "IGNORED 1 null",
      "IGNORED 2 null",
      'IGNORED 3 "P2 LOG_ONLY"',
      'UPGRADED 3 "P2 LOG_ONLY"',
      'IGNORED 4 "P2 LOG_ONLY"',
      'COMPLIED 4 "P2 LOG_ONLY"',
      "TRIGGERED 0 null",
    ]);
  });

  it("is counted across restarts, by session and agent", async () => {
    const project = await createPolicyProject({ [file]: advice });
    await enforceAll(project, ["bad", "bad"], { session: "s" });
    expect(await enforceAll(project, ["bad"], { session: "s" })).toEqual(["SOFT_HOOK, ignored A-1 2"]);
    expect(await enforceAll(project, ["bad"], { session: "other" })).toEqual(["SOFT_HOOK, triggered A-1 0"]);
    expect(await enforceAll(project, ["bad"], { session: "s", agent: "other" })).toEqual(["SOFT_HOOK, triggered A-1 0"]);
    const policies = project.open();
    expect((await policies.softHooks.list("s")).map(({ agent, ignoreCount }) => `${agent} ${ignoreCount}`).toSorted()).toEqual([
      "agent 2",
      "other 0",
    ]);
    expect(await policies.softHooks.list()).toHaveLength(3);
    // A read-only engine can read the counts.
    const reading = project.open({ readOnly: true });
    expect(await reading.softHooks.list("s")).toHaveLength(2);
  });

  it("is given even if its database was deleted, and is counted again from the next time", async () => {
    const { open, remove } = await createPolicyProject({ [file]: advice });
    const policies = open();
    await policies.enforce({ text: "bad" });
    await remove(".precept/state");
    const lost = await policies.enforce({ text: "bad" });
    expect(lost).toMatchObject({ action: "SOFT_HOOK", softHooks: [], diagnostics: [{ code: "policies/not-counted" }] });
    expect(describeEffects((await policies.enforce({ text: "bad" })).softHooks)).toEqual(["triggered A-1 0"]);
    expect(describeEffects((await policies.enforce({ text: "bad" })).softHooks)).toEqual(["ignored A-1 1"]);
  });

  it("about a file stays open if only a fragment of the file is checked", async () => {
    const project = await createPolicyProject({ [file]: advice });
    await enforceAll(project, ["bad"]);
    const policies = project.open();
    expect((await policies.enforce({ text: "fine", file: "a.ts", fragment: true })).softHooks).toEqual([]);
    expect(describeEffects((await policies.enforce({ text: "fine", file: "a.ts" })).softHooks)).toEqual(["complied A-1 0"]);
  });

  it("is counted once per tool use", async () => {
    const project = await createPolicyProject({ [file]: advice });
    expect(await enforceAll(project, ["bad", "bad", "bad"], { toolUse: "t" })).toEqual([
      "SOFT_HOOK, triggered A-1 0",
      "SOFT_HOOK",
      "SOFT_HOOK",
    ]);
  });

  it("seed 5.2: escalates to the priority of its policy, and has a higher priority in the boost phase", async () => {
    const rest = {
      soft_hooks: {
        priority_boost_phase: "REVIEW",
        interceptors: [{ type: "referrer", config: { threshold: 1, upgrade_to: "P0" } }],
      },
    };
    const project = await createPolicyProject({ [file]: policyFile({ severity: "LOW", rest }) });
    expect(await enforceAll(project, ["bad"], { phase: "REVIEW" })).toEqual(["LOG_ONLY"]);
    expect(await enforceAll(project, ["bad", "bad"], { phase: "TEST" })).toEqual([
      "SOFT_HOOK, triggered A-1 0",
      "TERMINATE, ignored A-1 1, upgraded A-1 1",
    ]);
  });

  it("can be ignored and complied with by key, copied to another session, and ends with its session", async () => {
    const project = await createPolicyProject({ [file]: advice });
    await enforceAll(project, ["bad"], { session: "s" });
    const { softHooks } = project.open();
    const [hook] = await softHooks.list("s");
    if (hook === undefined) throw new Error("Expected a soft hook.");
    expect(describeEffects(await softHooks.ignore(hook, "t1"))).toEqual(["ignored A-1 1"]);
    expect(describeEffects(await softHooks.ignore(hook, "t1"))).toEqual([]);
    await softHooks.fork("s", "next");
    expect(await softHooks.list("next")).toMatchObject([{ session: "next", ignoreCount: 1 }]);
    expect(describeEffects(await softHooks.comply(hook))).toEqual(["complied A-1 1"]);
    expect(await softHooks.list("s")).toEqual([]);
    await softHooks.end("next");
    expect(await softHooks.list()).toEqual([]);
  });

  it("is counted correctly by two concurrent processes", { tags: "slow" }, async () => {
    const project = await createPolicyProject({ [file]: advice });
    await enforceAll(project, ["bad"], { session: "s" });
    const processes = [0, 1].map(() => startEnforcer(project.dir, 25));
    expect(await Promise.all(processes)).toEqual([0, 0]);
    const policies = project.open();
    expect(await policies.softHooks.list("s")).toMatchObject([{ ignoreCount: 50, escalation: { priority: "P2" } }]);
  });

  it("matches the model for any sequence of checks and restarts", async () => {
    const project = await createPolicyProject({
      [file]: advice,
      ".precept/policies/b.yaml": policyFile({ id: "B-1", severity: "LOW", pattern: "worse" }),
    });
    const step = fc.record({
      text: fc.constantFrom("bad", "worse", "bad worse", "fine", "bad bad"),
      file: fc.constantFrom("a.ts", "b.ts"),
      session: fc.constantFrom("one", "two"),
      toolUse: fc.constantFrom("t1", "t2", "t3", "t4"),
      restart: fc.boolean(),
    });
    const idOf = (value: object): string => JSON.stringify(value);
    let run = 0;
    let policies = project.open();
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 12 }), async (steps) => {
        run += 1;
        let model: SoftHookState = emptySoftHookState;
        const escalationPolicy = { policies: await policies.list() };
        for (const { text, file: path, session: name, toolUse, restart } of steps) {
          if (restart) {
            await policies[Symbol.asyncDispose]();
            policies = project.open();
          }
          const session = `${run} ${name}`;
          const subject = { text, file: path };
          const decision = await policies.check(subject);
          const expected = reduceSoftHooks(
            model,
            softHookCheckOf(decision, { session, agent: "agent", toolUse }, [path]),
            escalationPolicy,
          );
          model = expected.state;
          const { softHooks } = await policies.enforce(subject, { session, toolUse });
          expect(softHooks.map(idOf).toSorted()).toEqual(expected.effects.map(idOf).toSorted());
        }
        const stored = [...(await policies.softHooks.list(`${run} one`)), ...(await policies.softHooks.list(`${run} two`))];
        expect(stored.map(idOf).toSorted()).toEqual(Object.values(model.hooks).map(idOf).toSorted());
      }),
      { numRuns: propertyRuns({ sample: 40, full: 100 }) },
    );
  });
});
