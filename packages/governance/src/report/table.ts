import type { Decision, Violation } from "../model/decision.ts";

export const decisionColumns = ["place", "action", "priority", "policy", "message", "suggestion"] as const;

/** A violation as a line of a table: what people see, in the order of {@link decisionColumns}. */
export type DecisionRow = Readonly<Record<(typeof decisionColumns)[number], string>>;

/** The violations of a decision as a table, by file and place; shadows last. How it is drawn is up to those who show it. */
export function decisionRows({ violations, shadowed }: Decision): readonly DecisionRow[] {
  return [
    ...violations.map((violation) => toRow(violation, violation.handler)),
    ...shadowed.map((violation) => toRow(violation, `${violation.handler} (shadow)`)),
  ];
}

function toRow({ file, line, column, priority, policy, message, suggestion }: Violation, action: string): DecisionRow {
  const place = `${file === undefined ? "" : `${file}:`}${line}:${column}`;
  return { place, action, priority, policy, message, suggestion: suggestion ?? "" };
}
