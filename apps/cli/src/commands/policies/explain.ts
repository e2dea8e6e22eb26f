import { resolve } from "node:path";
import { findPolicy } from "@precept/enforcement";
import { openRoot, pathInside } from "@precept/files";
import { decisionRows, toWireDecision, type Decision, type Policy, type Subject } from "@precept/governance";
import { readSessionStates, toWireSessionState, viewSessionStates } from "./session-states.ts";
import { stepsOf, type Step } from "./steps.ts";
import type { Call, CommandResult } from "../../define.ts";
import { explainLeftOut, readText } from "../../files/read-text.ts";
import { checkContext } from "../../policies/check-context.ts";
import { readPolicyContext, type PolicyContextOptions } from "../../policies/policy-context.ts";
import { asLines, count, printable, type Style } from "../../terminal/text.ts";
import { columns, displayWidth, shorten } from "../../terminal/layout.ts";

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

interface Explanation {
  readonly policy: Policy;
  readonly subject: Subject;
  readonly decision: Decision;
  readonly steps: readonly Step[];
}

/** The maximum length of a condition, in columns. `precept policies show` prints the whole policy. */
const maxDetail = 200;

function viewExplanation({ policy, subject, decision, steps }: Explanation, style: Style): string {
  const rows = steps
    .filter(({ passed }) => passed !== undefined)
    .map(({ name, passed, detail }) => [
      `  ${passed === true ? style.green("yes") : style.red("no")}`,
      style.dim(name),
      shorten(printable(detail), maxDetail),
    ]);
  const isShortened = steps.some(({ passed, detail }) => passed !== undefined && displayWidth(printable(detail)) > maxDetail);
  const hint = style.dim(`  \`precept policies show ${printable(policy.id)}\` prints the conditions in full.`);
  const found = decisionRows(decision).map(
    ({ location, label, message }) => `  ${printable(location)}  ${label}  ${printable(message)}`,
  );
  const accepted = decision.accepted.map(({ violation, by, reason }) => {
    const why = by === "baseline" ? "the baseline" : `a comment: ${reason ?? ""}`;
    return `  ${printable(`${violation.line}:${violation.column}`)}  accepted by ${printable(why)}`;
  });
  const lines = [
    `${style.bold(printable(policy.id))} in ${printable(subject.file ?? "the text")}: ${verdictOf(decision, steps)}`,
    ...columns(rows, style),
    ...(isShortened ? [hint] : []),
    ...found,
    ...accepted,
  ];
  return `${lines.join("\n")}\n`;
}

function verdictOf({ violations, shadowed, accepted }: Decision, steps: readonly Step[]): string {
  if (violations.length > 0) return `violated, ${count(violations.length, "time")}`;
  if (shadowed.length > 0) return "violated in shadow mode";
  if (accepted.length > 0) return "violated and accepted";
  const isChecked = steps.some(({ name, passed }) => name === "text" && passed !== undefined);
  return isChecked ? "not violated" : "not checked";
}
