import { descriptionKey } from "../../format/description-key.ts";
import type { Inclusion } from "@precept/core";
import type { TriggerTool } from "./trigger-diagnostics.ts";
import type { FormatSpec } from "../../model/spec.ts";
import { commaPatterns } from "../../globs/rooted.ts";

/** Spec of a format in which the key `trigger` sets the inclusion. */
export interface TriggerSpec extends FormatSpec {
  readonly id: TriggerTool;
  /** The inclusion of each value of `trigger`. If two values have the same inclusion, the first is written. */
  readonly triggers: Readonly<Record<string, Inclusion>>;
}

interface TriggerFormat extends Pick<TriggerSpec, "id" | "title" | "targets" | "triggers" | "source"> {
  /** Name of the tool in sentences. */
  readonly name: string;
}

export function createTriggerSpec({ name, ...format }: TriggerFormat): TriggerSpec {
  return {
    ...format,
    keys: [
      {
        name: "trigger",
        type: Object.keys(format.triggers),
        field: "inclusion",
        description:
          "When the rule applies. Default: by file if there are `globs`, else by the agent's decision if there is a `description`, else on an `@` mention.",
      },
      {
        name: "globs",
        type: "string or strings",
        field: "globs",
        description:
          "Comma-separated patterns without quotes, or a list. With `trigger: glob`, the rule applies when one matches.",
      },
      descriptionKey("With `trigger: model_decision`"),
    ],
    inclusions: {
      always: { syntax: "`trigger: always_on`" },
      fileMatch: { syntax: "`trigger: glob`, `globs`" },
      agentRequested: { syntax: "`trigger: model_decision`, `description`" },
      manual: { syntax: "`trigger: manual`" },
      relevant: { fallback: "agentRequested" },
    },
    // Undocumented: `*.ts` in subdirectories, commas in braces. So `*.ts` is root only, and braces are not written.
    globs: { ...commaPatterns, source: format.source },
    describable: ["always", "fileMatch", "agentRequested", "manual"],
    allowsUnknownKeys: true,
    limits: [
      {
        max: 12_000,
        unit: "characters",
        appliesTo: "eachFile",
        effect: "truncated",
        description: `${name} reads the first 12,000 characters of a rule.`,
      },
    ],
  };
}
