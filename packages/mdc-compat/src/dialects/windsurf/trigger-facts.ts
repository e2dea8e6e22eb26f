import type { Inclusion } from "@precept/core";
import type { FormatFacts } from "../../format/facts.ts";
import { fromRootedGlob, toRootedGlobs } from "../../globs/rooted.ts";

/** The tools whose rules say with a `trigger` when they apply. */
export type TriggerTool = "windsurf" | "antigravity";

/** What is known about rules with a `trigger`. */
export interface TriggerFacts extends FormatFacts {
  readonly id: TriggerTool;
  /** The words of `trigger`, and what they mean; of two words for the same the first is written. */
  readonly triggers: Readonly<Record<string, Inclusion>>;
}

interface TriggerFormat extends Pick<TriggerFacts, "id" | "title" | "targets" | "triggers" | "source"> {
  /** The tool, as the subject of a sentence. */
  readonly name: string;
  /** Where `globs` is documented. */
  readonly globsSource: string;
}

/** The facts about Windsurf's rules, and about those of a tool that has the same: only what differs is given. */
export function createTriggerFacts({ name, globsSource, ...format }: TriggerFormat): TriggerFacts {
  return {
    ...format,
    keys: [
      {
        name: "trigger",
        type: Object.keys(format.triggers),
        field: "inclusion",
        meaning: "When the rule applies. Without it, `globs`, else `description`, else nothing but an `@` mention decides.",
      },
      {
        name: "globs",
        type: "text or texts",
        field: "globs",
        meaning: "Patterns, bare, with commas between them, or a list. With `trigger: glob` the rule applies when one matches.",
      },
      {
        name: "description",
        type: "text",
        field: "description",
        meaning: "By which the agent decides with `trigger: model_decision` whether it reads the rule.",
      },
    ],
    inclusions: {
      always: { written: "`trigger: always_on`" },
      fileMatch: { written: "`trigger: glob`, `globs`" },
      agentRequested: { written: "`trigger: model_decision`, `description`" },
      manual: { written: "`trigger: manual`" },
      relevant: { becomes: "agentRequested" },
    },
    globs: {
      // Not documented: whether `*.ts` is found below the root, and how a comma inside of braces is read. The narrower reading is taken, and no
      // braces are written.
      bare: "root",
      rooted: "root",
      list: "commas",
      exclusions: false,
      source: globsSource,
      toCanonical: fromRootedGlob,
      fromCanonical: toRootedGlobs,
    },
    describes: ["always", "fileMatch", "agentRequested", "manual"],
    keepsKeys: true,
    limits: [
      {
        most: 12_000,
        unit: "characters",
        of: "file",
        effect: "cut",
        meaning: `${name} reads the first 12,000 characters of a rule.`,
      },
    ],
  };
}
