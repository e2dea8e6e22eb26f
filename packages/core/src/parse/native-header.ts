import { z } from "zod";
import { splitGlobs } from "../glob/split-globs.ts";
import { jsonSchema } from "../model/json.ts";
import { inclusions, ruleSchema } from "../model/rule.ts";

const fields = ruleSchema.shape;

function flag(description: string) {
  return z
    .union([z.boolean(), z.enum(["true", "false"]).transform((value) => value === "true")], { error: "has to be true or false" })
    .optional()
    .describe(description);
}

function texts(description: string, split: (value: string) => readonly string[] = (value) => [value]) {
  return z
    .union([z.string().transform(split), z.array(z.coerce.string()), z.null().transform(() => [])], {
      error: "has to be a text or a list of texts",
    })
    .optional()
    .describe(description);
}

/** A text with something in it. Numbers are read as they are written: a rule may be called 404. */
function filled(description: string) {
  return z
    .union([z.string().regex(/\S/), z.number().transform(String)], { error: "has to be a text of at least one character" })
    .describe(description);
}

const line = { error: "has to be a text" };
const splitAtCommas = (value: string) =>
  value
    .split(",")
    .map((item) => item.trim())
    .filter((item) => item !== "");

/**
 * The front matter of a native rule file: the one description of its keys, from which parsing, the editor's JSON Schema and the reference are
 * made. Keys that are not here are kept as metadata.
 */
export const nativeHeaderSchema = z.object({
  name: filled(fields.name.description ?? ""),
  description: filled("One line that says what the rule is about."),
  inclusion: z
    .preprocess(
      (value) => (value === "auto" ? "agentRequested" : value),
      z.enum(inclusions, { error: `has to be one of ${inclusions.join(", ")}` }),
    )
    .optional()
    .describe(
      "When the rule applies. Default: `fileMatch` where there are globs, else `always`. `auto` is read as `agentRequested`.",
    ),
  globs: texts("File patterns: a list, or one text with commas between them. A leading `!` excludes.", splitGlobs),
  fileMatchPattern: texts("Another name for `globs`.", splitGlobs),
  priority: z
    .union([z.int(), z.string().regex(/^\d+$/).transform(Number)], { error: "has to be a whole number from 1 to 100" })
    .refine((value) => value >= 1 && value <= 100, { error: "has to be a whole number from 1 to 100" })
    .optional()
    .describe("1 to 100; within a scope the higher one comes first. Default 50."),
  override: flag("Says that shadowing a rule of the same name at a lower scope is deliberate. Default false."),
  enabled: flag("A rule that is not enabled never applies. Default true."),
  authority: z
    .enum(["absolute", "default"], { error: "has to be absolute or default" })
    .optional()
    .describe("absolute: never dropped for lack of relevance, and dropped last by the budget."),
  category: z
    .enum(["preference", "behavior", "agent"], { error: "has to be preference, behavior or agent" })
    .optional()
    .describe("What kind of guidance it is."),
  contexts: texts("Where the rule applies; empty is everywhere.", splitAtCommas),
  targets: texts("The tools it is for (`claude`, `cursor`, …); empty is every tool.", splitAtCommas),
  projectId: z.string(line).optional().describe("The one project it belongs to."),
  userId: z.string(line).optional().describe("The one user it belongs to."),
  tags: texts("Labels for filters, as `dimension:value`.", splitAtCommas),
  conditions: z
    .record(z.string(), jsonSchema, { error: "has to be a mapping" })
    .optional()
    .describe("What the request's variables have to be."),
  version: z
    .int({ error: "has to be a whole number from 1 on" })
    .min(1, { error: "has to be a whole number from 1 on" })
    .optional()
    .describe("Counts the revisions, from 1."),
  replaces: texts("The ids of the rules that this one supersedes.", splitAtCommas),
});

export type NativeHeader = z.infer<typeof nativeHeaderSchema>;
export type NativeKey = keyof NativeHeader;

export const nativeKeys: ReadonlySet<string> = new Set(Object.keys(nativeHeaderSchema.shape));
