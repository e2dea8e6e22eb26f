import type { DiagnosticEntry } from "@precept/core";
import type { TriggerTool } from "./trigger-facts.ts";

type Problem = "unknown-trigger" | "no-trigger" | "no-patterns" | "no-description" | "unreadable";

const entries: Readonly<Record<Problem, DiagnosticEntry>> = {
  "unknown-trigger": {
    severity: "warning",
    title: "`trigger` is none of the documented words; the rule is read as one that has to be asked for by name",
    hint: "Write `always_on`, `model_decision`, `glob` or `manual`.",
  },
  "no-trigger": {
    severity: "warning",
    title: "Without a `trigger` the rule does not always apply",
    hint: "Add `trigger: always_on` where it should; else the `trigger` that is meant.",
  },
  "no-patterns": {
    severity: "warning",
    title: "`trigger: glob` without a pattern never applies",
    hint: "Add `globs: src/**/*.ts`.",
  },
  "no-description": {
    severity: "warning",
    title: "`trigger: model_decision` without a description gives the agent nothing to decide by",
    hint: "Add `description`.",
  },
  unreadable: {
    severity: "warning",
    title:
      "What becomes of a rule whose front matter is not valid YAML is not documented; it is read as one that has to be asked for by name",
    hint: "Make the front matter valid. Only `globs` may have bare patterns.",
  },
};

/** The codes of one tool, each with its entry. */
export type TriggerDiagnostics<Tool extends TriggerTool> = { readonly [Code in Problem as `${Tool}/${Code}`]: DiagnosticEntry };

/** What may be wrong with a rule with a `trigger`, for one of the tools that have such rules. Codes are permanent. */
export function triggerDiagnostics<Tool extends TriggerTool>(tool: Tool): TriggerDiagnostics<Tool> {
  const named = Object.entries(entries).map(([code, entry]) => [`${tool}/${code}`, entry]);
  return Object.fromEntries(named) as TriggerDiagnostics<Tool>;
}
