import type { DialectDiagnostic } from "../../format/report.ts";
import type { DialectId } from "../../tools.ts";

/** The dialects in which the key `trigger` sets the inclusion. */
export type TriggerTool = Extract<DialectId, "windsurf" | "antigravity">;

type Problem = "unknown-trigger" | "no-trigger" | "no-patterns" | "no-description" | "unreadable";

const entries: Readonly<Record<Problem, DialectDiagnostic>> = {
  "unknown-trigger": {
    title: "`trigger` has a value that is not documented; Precept reads the rule as one that has to be requested by name",
    hint: "Write `always_on`, `model_decision`, `glob` or `manual`.",
  },
  "no-trigger": {
    title: "The rule has no `trigger`, so it does not always apply",
    hint: "Add `trigger: always_on` if the rule should always apply, or another `trigger`.",
  },
  "no-patterns": {
    title: "With `trigger: glob` but no pattern, the rule never applies",
    hint: "Add `globs: src/**/*.ts`.",
  },
  "no-description": {
    title: "`trigger: model_decision` requires a `description`, which the agent uses to choose rules",
    hint: "Add `description`.",
  },
  unreadable: {
    title: "The front matter is not valid YAML; Precept reads the rule as one that has to be requested by name",
    hint: "Correct the YAML. Only the patterns in `globs` need no quotes.",
  },
};

export type TriggerDiagnostics<Tool extends TriggerTool> = { readonly [Code in Problem as `${Tool}/${Code}`]: DialectDiagnostic };

export function triggerDiagnostics<Tool extends TriggerTool>(tool: Tool): TriggerDiagnostics<Tool> {
  const named = Object.entries(entries).map(([code, entry]) => [`${tool}/${code}`, entry]);
  return Object.fromEntries(named) as TriggerDiagnostics<Tool>;
}
