import {
  softHookCheckOf,
  emptySoftHookState,
  reduceSoftHooks,
  type SoftHookEffect,
  type SoftHookState,
} from "@precept/governance";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { policyFile } from "@precept/testing";
import { startEnforcer } from "../testing/start-enforcer.ts";
import { createProject, type Project } from "../testing/project.ts";

const file = ".precept/policies/a.yaml";
const advice = policyFile({ severity: "LOW" });

function told(effects: readonly SoftHookEffect[]): readonly string[] {
  return effects.map(({ kind, hook }) => `${kind} ${hook.policy} ${hook.ignoreCount}`);
}

/** What comes of looking at texts one after the other, each after another use of a tool. */
async function lookAt({ open }: Project, texts: readonly string[], options: object = {}) {
  const { policies } = await open();
  const seen: string[] = [];
  for (const text of texts) {
    const { action, softHooks } = await policies.enforce({ text, file: "a.ts" }, options);
    seen.push([action, ...told(softHooks)].join(", "));
  }
  return seen;
}

describe("advice", () => {
  it("seed 4.4, 5.3, 8.2: that is ignored three times becomes more than that, and is forgotten when it is taken", async () => {
    const project = await createProject({ [file]: advice });
    expect(await lookAt(project, ["bad", "bad", "bad", "bad", "bad", "fine", "bad"])).toEqual([
      "SOFT_HOOK, triggered A-1 0",
      "SOFT_HOOK, ignored A-1 1",
      "SOFT_HOOK, ignored A-1 2",
      "LOG_ONLY, ignored A-1 3, upgraded A-1 3",
      "LOG_ONLY, ignored A-1 4",
      "PASS, complied A-1 4",
      "SOFT_HOOK, triggered A-1 0",
    ]);
    const { policies } = await project.open();
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

  it("is counted on where it was when the program starts anew, by session and agent", async () => {
    const project = await createProject({ [file]: advice });
    await lookAt(project, ["bad", "bad"], { session: "s" });
    expect(await lookAt(project, ["bad"], { session: "s" })).toEqual(["SOFT_HOOK, ignored A-1 2"]);
    expect(await lookAt(project, ["bad"], { session: "other" })).toEqual(["SOFT_HOOK, triggered A-1 0"]);
    expect(await lookAt(project, ["bad"], { session: "s", agent: "other" })).toEqual(["SOFT_HOOK, triggered A-1 0"]);
    const { policies } = await project.open();
    expect((await policies.softHooks.list("s")).map(({ agent, ignoreCount }) => `${agent} ${ignoreCount}`).toSorted()).toEqual([
      "agent 2",
      "other 0",
    ]);
    expect(await policies.softHooks.list()).toHaveLength(3);
    // Whoever may write nothing still sees what was counted.
    const reading = await project.open({ readOnly: true });
    expect(await reading.policies.softHooks.list("s")).toHaveLength(2);
  });

  it("is given all the same where its file is taken away, and counted again from the next time on", async () => {
    const { open, remove } = await createProject({ [file]: advice });
    const { policies } = await open();
    await policies.enforce({ text: "bad" });
    await remove(".precept/state");
    const lost = await policies.enforce({ text: "bad" });
    expect(lost).toMatchObject({ action: "SOFT_HOOK", softHooks: [], diagnostics: [{ code: "policies/not-counted" }] });
    expect(told((await policies.enforce({ text: "bad" })).softHooks)).toEqual(["triggered A-1 0"]);
    expect(told((await policies.enforce({ text: "bad" })).softHooks)).toEqual(["ignored A-1 1"]);
  });

  it("about a file stays open while only another part of it is looked at", async () => {
    const project = await createProject({ [file]: advice });
    await lookAt(project, ["bad"]);
    const { policies } = await project.open();
    expect((await policies.enforce({ text: "fine", file: "a.ts", fragment: true })).softHooks).toEqual([]);
    expect(told((await policies.enforce({ text: "fine", file: "a.ts" })).softHooks)).toEqual(["complied A-1 0"]);
  });

  it("counts once a use of a tool", async () => {
    const project = await createProject({ [file]: advice });
    expect(await lookAt(project, ["bad", "bad", "bad"], { toolUse: "t" })).toEqual([
      "SOFT_HOOK, triggered A-1 0",
      "SOFT_HOOK",
      "SOFT_HOOK",
    ]);
  });

  it("seed 5.2: becomes what its policy says, and counts for more in the phase that it says", async () => {
    const rest = {
      soft_hooks: {
        priority_boost_phase: "REVIEW",
        interceptors: [{ type: "referrer", config: { threshold: 1, upgrade_to: "P0" } }],
      },
    };
    const project = await createProject({ [file]: policyFile({ severity: "LOW", rest }) });
    expect(await lookAt(project, ["bad"], { phase: "REVIEW" })).toEqual(["LOG_ONLY"]);
    expect(await lookAt(project, ["bad", "bad"], { phase: "TEST" })).toEqual([
      "SOFT_HOOK, triggered A-1 0",
      "TERMINATE, ignored A-1 1, upgraded A-1 1",
    ]);
  });

  it("can be ignored and taken by name, taken along into another session, and ends with its session", async () => {
    const project = await createProject({ [file]: advice });
    await lookAt(project, ["bad"], { session: "s" });
    const { softHooks } = (await project.open()).policies;
    const [hook] = await softHooks.list("s");
    if (hook === undefined) throw new Error("There is no advice.");
    expect(told(await softHooks.ignore(hook, "t1"))).toEqual(["ignored A-1 1"]);
    expect(told(await softHooks.ignore(hook, "t1"))).toEqual([]);
    await softHooks.fork("s", "next");
    expect(await softHooks.list("next")).toMatchObject([{ session: "next", ignoreCount: 1 }]);
    expect(told(await softHooks.comply(hook))).toEqual(["complied A-1 1"]);
    expect(await softHooks.list("s")).toEqual([]);
    await softHooks.end("next");
    expect(await softHooks.list()).toEqual([]);
  });

  it("of two processes is counted by both, and no look is lost", async () => {
    const project = await createProject({ [file]: advice });
    await lookAt(project, ["bad"], { session: "s" });
    const processes = [0, 1].map(() => startEnforcer(project.dir, project.home, 25));
    expect(await Promise.all(processes)).toEqual([0, 0]);
    const { policies } = await project.open();
    expect(await policies.softHooks.list("s")).toMatchObject([{ ignoreCount: 50, escalation: { priority: "P2" } }]);
  });

  it("is, through any looks and restarts, what the law makes of them", async () => {
    const project = await createProject({
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
    let workspace = await project.open();
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 12 }), async (steps) => {
        run += 1;
        let model: SoftHookState = emptySoftHookState;
        const law = { policies: await workspace.policies.list() };
        for (const { text, file: path, session: name, toolUse, restart } of steps) {
          if (restart) {
            await workspace[Symbol.asyncDispose]();
            workspace = await project.open();
          }
          const session = `${run} ${name}`;
          const subject = { text, file: path };
          const decision = await workspace.check(subject);
          const expected = reduceSoftHooks(model, softHookCheckOf(decision, { session, agent: "agent", toolUse }, [path]), law);
          model = expected.state;
          const { softHooks } = await workspace.policies.enforce(subject, { session, toolUse });
          expect(softHooks.map(idOf).toSorted()).toEqual(expected.effects.map(idOf).toSorted());
        }
        const kept = [
          ...(await workspace.policies.softHooks.list(`${run} one`)),
          ...(await workspace.policies.softHooks.list(`${run} two`)),
        ];
        expect(kept.map(idOf).toSorted()).toEqual(Object.values(model.hooks).map(idOf).toSorted());
      }),
      { numRuns: 100 },
    );
  });
});
