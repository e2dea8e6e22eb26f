import { decisionRows, type Decision, type Policy, type Subject } from "@precept/governance";
import type { Style } from "../../terminal/style.ts";
import { columns } from "../../terminal/table.ts";
import { count, printable } from "../../terminal/text.ts";
import type { Step } from "./steps.ts";

interface Explanation {
  readonly policy: Policy;
  readonly subject: Subject;
  readonly decision: Decision;
  readonly steps: readonly Step[];
}

/** Prints why a policy is violated in a text, or why not. */
export function viewExplanation({ policy, subject, decision, steps }: Explanation, style: Style): string {
  const rows = steps
    .filter(({ passed }) => passed !== undefined)
    .map(({ name, passed, detail }) => [
      `  ${passed === true ? style.green("yes") : style.red("no")}`,
      style.dim(name),
      printable(detail),
    ]);
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
