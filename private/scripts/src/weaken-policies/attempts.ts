import { basename } from "node:path";
import type { Diagnostic } from "@precept/core";
import type { PolicyEngine } from "@precept/enforcement";
import { defaultTables, phasesOf, type WireDecision } from "@precept/governance";
import { doors, type Door } from "./doors.ts";
import { judge, judgeWire, worstOf, type Verdict } from "./judge.ts";
import { openProject } from "./open-project.ts";
import { isPlainText, type StarterCase } from "./starter-cases.ts";
import { plainProject, waysInProjects, type ProjectAttack } from "./ways-in-projects.ts";
import { waysToCall, type CallAttack } from "./ways-to-call.ts";
import { waysToAdd, waysToRegister, type RegisteredAttack } from "./ways-to-register.ts";

/** One try to weaken one policy. */
export interface Attempt {
  readonly policy: string;
  /** The door and the way. */
  readonly way: string;
  readonly verdict: Verdict;
}

/** Tries one way on all cases. */
export interface Trial {
  readonly way: string;
  readonly run: (cases: readonly StarterCase[]) => Promise<readonly Attempt[]>;
}

type DoorName = keyof typeof doors;

/** All ways by all doors. */
export function listTrials(): readonly Trial[] {
  const byDoor = (Object.keys(doors) as DoorName[]).flatMap((door) => [
    ...Object.entries(waysToRegister).map(([way, attack]) =>
      trial(`${door}: registers ${way}`, byRegistering(door, attack, false)),
    ),
    ...Object.entries(waysToAdd).map(([way, attack]) => trial(`${door}: adds ${way}`, byRegistering(door, attack, true))),
    ...Object.entries(waysToCall).map(([way, attack]) => trial(`${door}: calls with ${way}`, byCalling(door, attack))),
  ]);
  return [...byDoor, ...Object.entries(waysInProjects).map(([way, attack]) => trial(`project: ${way}`, inProject(attack)))];
}

type Run = (cases: readonly StarterCase[]) => Promise<readonly (readonly [StarterCase, Verdict])[]>;

function trial(way: string, run: Run): Trial {
  return {
    way,
    run: async (cases) => (await run(cases)).map(([{ policy }, verdict]) => ({ policy: policy.id, way, verdict })),
  };
}

/** @param mayAccept whether the policy can be accepted, since it has an id of its own. */
function byRegistering(name: DoorName, attack: RegisteredAttack, mayAccept: boolean): Run {
  return async (cases) => {
    await using project = await openProject(plainProject());
    const { policies } = project.workspace;
    await using door = await doors[name](project.workspace);
    const answers: boolean[] = [];
    let recorded = 0;
    for (const { policy } of cases) {
      const { isError, body } = await door.register(attack(policy));
      answers.push(!isError && body["accepted"] === true);
      recorded += isError && body["diagnostics"] === undefined && body["accepted"] === undefined ? 0 : 1;
    }
    const { registrations } = await policies.auditLog();
    const isRecorded = (await registrations.tail(10_000)).length >= recorded;
    const verdicts: (readonly [StarterCase, Verdict])[] = [];
    for (const [at, one] of cases.entries()) {
      const verdict = await check(one, policies);
      const isWrong = !isRecorded || (answers[at] === true && !mayAccept);
      verdicts.push([one, isWrong || verdict === "reported" ? "unseen" : verdict]);
    }
    return verdicts;
  };
}

function byCalling(name: DoorName, attack: CallAttack): Run {
  return async (cases) => {
    await using project = await openProject(plainProject());
    await using door = await doors[name](project.workspace);
    const verdicts: (readonly [StarterCase, Verdict])[] = [];
    for (const one of cases.filter(isPlainText)) verdicts.push([one, await callAs(one, door, attack)]);
    return verdicts;
  };
}

async function callAs(one: StarterCase, door: Door, attack: CallAttack): Promise<Verdict> {
  const { isError, body } = await door.check(attack(one));
  return isError ? "refused" : judgeWire(one, body as unknown as WireDecision);
}

function inProject(attack: ProjectAttack): Run {
  return async (cases) => {
    await using project = await openProject(attack(cases));
    const { policies, root } = project.workspace;
    if (basename(root) !== "shop") throw new Error(`The project was not opened: ${root}`);
    const diagnostics = [...(await project.workspace.diagnostics()), ...(await policies.diagnostics())];
    const verdicts: (readonly [StarterCase, Verdict])[] = [];
    for (const one of cases) {
      verdicts.push([one, await check(one, policies, diagnostics)]);
    }
    return verdicts;
  };
}

/** Checks the text of a case without a phase, and in a phase in which the policy is checked by default. */
async function check(one: StarterCase, policies: PolicyEngine, diagnostics: readonly Diagnostic[] = []): Promise<Verdict> {
  const { subject, context, policy } = one;
  const [phase] = phasesOf(policy, defaultTables);
  if (phase === undefined) throw new Error(`${policy.id} is checked in no phase.`);
  const decisions = [await policies.check(subject, { context }), await policies.check(subject, { context, phase })];
  return worstOf(decisions.map((decision) => judge(one, decision, diagnostics)));
}
