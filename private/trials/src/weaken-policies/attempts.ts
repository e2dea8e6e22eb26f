import { randomUUID } from "node:crypto";
import { basename } from "node:path";
import type { Diagnostic } from "@precept/core";
import type { PolicyEngine } from "@precept/enforcement";
import { defaultTables, phasesOf, type Decision, type Phase, type WireDecision } from "@precept/governance";
import { clients, type PolicyClient } from "./clients.ts";
import { judge, judgeWire, worstOf, type Verdict } from "./judge.ts";
import { openProject } from "./open-project.ts";
import { isPlainText, signalsIn, type SessionStep, type StarterCase } from "./starter-cases.ts";
import { plainProject, waysInProjects, type ProjectAttack } from "./ways-in-projects.ts";
import { waysToCall, type CallAttack } from "./ways-to-call.ts";
import { waysToAdd, waysToRegister, type RegisteredAttack } from "./ways-to-register.ts";

/** One try to weaken one policy. */
export interface Attempt {
  readonly policy: string;
  /** The client and the way. */
  readonly way: string;
  readonly verdict: Verdict;
}

/** Tries one way on all cases. */
export interface Trial {
  readonly way: string;
  readonly run: (cases: readonly StarterCase[]) => Promise<readonly Attempt[]>;
}

type ProtocolName = keyof typeof clients;

/** All ways by all clients. */
export function listTrials(): readonly Trial[] {
  const byClient = (Object.keys(clients) as ProtocolName[]).flatMap((client) => [
    ...Object.entries(waysToRegister).map(([way, attack]) =>
      trial(`${client}: registers ${way}`, byRegistering(client, attack, false)),
    ),
    ...Object.entries(waysToAdd).map(([way, attack]) => trial(`${client}: adds ${way}`, byRegistering(client, attack, true))),
    ...Object.entries(waysToCall).map(([way, attack]) => trial(`${client}: calls with ${way}`, byCalling(client, attack))),
  ]);
  return [...byClient, ...Object.entries(waysInProjects).map(([way, attack]) => trial(`project: ${way}`, inProject(attack)))];
}

type Run = (cases: readonly StarterCase[]) => Promise<readonly (readonly [StarterCase, Verdict])[]>;

function trial(way: string, run: Run): Trial {
  return {
    way,
    run: async (cases) => (await run(cases)).map(([{ policy }, verdict]) => ({ policy: policy.id, way, verdict })),
  };
}

/** @param mayAccept whether the policy can be accepted, since it has an id of its own. */
function byRegistering(name: ProtocolName, attack: RegisteredAttack, mayAccept: boolean): Run {
  return async (cases) => {
    await using project = await openProject(plainProject());
    const { policies } = project.workspace;
    await using client = await clients[name](project.workspace);
    const answers: boolean[] = [];
    let recorded = 0;
    for (const { policy } of cases) {
      const { isError, body } = await client.register(attack(policy));
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

function byCalling(name: ProtocolName, attack: CallAttack): Run {
  return async (cases) => {
    await using project = await openProject(plainProject());
    await using client = await clients[name](project.workspace);
    const verdicts: (readonly [StarterCase, Verdict])[] = [];
    for (const one of cases.filter(isPlainText)) verdicts.push([one, await callAs(one, client, attack)]);
    return verdicts;
  };
}

async function callAs(one: StarterCase, client: PolicyClient, attack: CallAttack): Promise<Verdict> {
  const { isError, body } = await client.check(attack(one));
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
  const { subject, context, policy, earlier } = one;
  const [phase] = phasesOf(policy, defaultTables);
  if (phase === undefined) throw new Error(`${policy.id} is checked in no phase.`);
  const decide = (options: { readonly phase?: Phase }): Promise<Decision> =>
    earlier === undefined
      ? policies.check(subject, { context, signals: signalsIn(context), ...options })
      : lastOfSession(policies, policy.id, [...earlier, { subjects: [subject], context, call: { stage: "before" } }], options);
  return worstOf([await decide({}), await decide({ phase })].map((decision) => judge(one, decision, diagnostics)));
}

/** Makes the calls of a session, and returns the decision on the last one. Other policies could deny an earlier one, which then did not happen. */
async function lastOfSession(
  policies: PolicyEngine,
  id: string,
  steps: readonly SessionStep[],
  options: { readonly phase?: Phase },
): Promise<Decision> {
  const session = randomUUID();
  const decisions: Decision[] = [];
  for (const [at, { subjects, context, tool, call }] of steps.entries()) {
    const only = at < steps.length - 1 ? { only: [id] } : {};
    const made = { session, context, call, ...(tool !== undefined && { tool }) };
    decisions.push(await policies.enforce(subjects, { ...options, ...only, ...made }));
  }
  const last = decisions.at(-1);
  if (last === undefined) throw new Error("A session has at least one call.");
  return last;
}
