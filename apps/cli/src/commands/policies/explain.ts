import { resolve } from "node:path";
import { findPolicy } from "@precept/enforcement";
import { toWireDecision, type Subject } from "@precept/governance";
import { openRoot, pathInside } from "@precept/files";
import type { Call, CommandResult } from "../../define.ts";
import { explainLeftOut, readText } from "../../files/read-text.ts";
import { checkContext } from "../../policies/check-context.ts";
import { readPolicyContext, type PolicyContextOptions } from "../../policies/policy-context.ts";
import { readSessionStates, toWireSessionState, viewSessionStates } from "./session-states.ts";
import { stepsOf } from "./steps.ts";
import { viewExplanation } from "./view-explanation.ts";
import { asLines } from "../../terminal/text.ts";

export async function explainPolicy(call: Call<PolicyContextOptions>): Promise<CommandResult> {
  const { workspace, options, args } = call;
  const [id = "", name = ""] = args;
  const policy = await findPolicy(workspace.policies, id);
  checkContext(options.context ?? {}, await workspace.policies.list());
  const context = readPolicyContext(options);
  const given = { ...context, context: await workspace.policies.contextFor(context) };
  const subject = await readSubject(call, name);
  const decision = await workspace.policies.check(subject, { ...context, only: [id] });
  const skipped = decision.skipped.find((one) => one.policy === id)?.reason;
  const end = skipped ?? (decision.violations.length === 0 ? { kind: "nothing" as const } : undefined);
  const explanation = { policy, subject, decision, steps: stepsOf(policy, subject, given, end) };
  const { steps } = explanation;
  const sessions = await readSessionStates(workspace.policies, policy);
  return {
    json: {
      rule_id: id,
      file: subject.file ?? null,
      broken: decision.violations.length > 0,
      steps: steps.map(({ name: step, passed, detail }) => ({ step, passed, detail })),
      ...(policy.sequence !== undefined && { sessions: sessions.map(toWireSessionState) }),
      ...toWireDecision(decision),
    },
    text: (style) => viewExplanation(explanation, style) + asLines(viewSessionStates(sessions)),
  };
}

async function readSubject({ workspace, settings, terminal }: Call, name: string): Promise<Subject> {
  if (name === "-") return { text: await terminal.readInput() };
  const path = resolve(settings.dir, name);
  const read = readText(openRoot(workspace.root), path);
  if (read.text !== undefined) return { kind: "file", file: pathInside(workspace.root, path) ?? path, text: read.text };
  throw explainLeftOut(name, read);
}
