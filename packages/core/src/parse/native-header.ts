import { inclusions, authorities, ruleCategories } from "@precept/contract/values";
import { described, jsonSchema } from "@precept/contract/described";
import * as z from "zod/mini";
import { splitGlobs } from "../glob/split-globs.ts";
import { splitList } from "./split-list.ts";

/** A schema that converts the values of another schema. */
function convert<Input extends z.ZodMiniType, Value>(input: Input, to: (value: z.output<Input>) => Value) {
  return z.pipe(input, z.transform(to));
}

const text = z.string({ error: "must be a text" });

const emptyText = { error: "must be a text of at least one character" };

/** A non-empty text. Numbers are converted: a rule can have the name 404. */
const filledText = z.union([z.string().check(z.regex(/\S/, emptyText)), convert(z.number(), String)], emptyText);

const textOrNumber = z.union([z.string(), convert(z.number(), String)], { error: "must be a text" });

const flag = z.optional(
  z.union([z.boolean(), convert(z.enum(["true", "false"]), (value) => value === "true")], { error: "must be true or false" }),
);

function texts(split: (value: string) => readonly string[]) {
  const none = convert(z.null(), (): string[] => []);
  return z.optional(
    z.union([convert(z.string(), split), z.array(z.coerce.string()), none], { error: "must be a text or a list of texts" }),
  );
}

const globs = texts(splitGlobs);
const list = texts(splitList);

const outOfRange = { error: "must be a whole number from 1 to 100" };
const invalidVersion = { error: "must be a whole number greater than 0" };

/**
 * The schema of the front matter of a native rule file. Parsing, the JSON Schema for editors and the reference are based on it. Other keys are kept
 * as metadata.
 */
export const nativeHeaderSchema = z.object({
  name: described("The name of the rule, unique in its scope.", filledText),
  description: described("A one-line description of the rule.", filledText),
  inclusion: described(
    "When the rule applies. Default: `fileMatch` if there are globs, else `always`. `auto` means `agentRequested`.",
    z.optional(
      z.union([z.enum(inclusions), convert(z.literal("auto"), () => "agentRequested" as const)], {
        error: `must be one of ${inclusions.join(", ")}`,
      }),
    ),
  ),
  globs: described("File patterns: a list, or one text with commas between them. A leading `!` excludes files.", globs),
  fileMatchPattern: described("Another name for `globs`.", globs),
  priority: described(
    "1 to 100. Within a scope, rules of higher priority come first. Default 50.",
    z.optional(
      z
        .union([z.int(), convert(z.string().check(z.regex(/^\d+$/)), Number)], outOfRange)
        .check(z.refine((value) => value >= 1 && value <= 100, outOfRange)),
    ),
  ),
  override: described("Whether the rule overrides a rule of the same name at a lower scope on purpose. Default false.", flag),
  enabled: described("Whether the rule can apply. Default true.", flag),
  pending: described("Whether the rule waits for approval. A pending rule does not apply. Default false.", flag),
  authority: described(
    "absolute: the rule applies without a search, and the budget drops it last.",
    z.optional(z.enum(authorities, { error: "must be absolute or default" })),
  ),
  category: described(
    "The kind of guidance.",
    z.optional(z.enum(ruleCategories, { error: "must be preference, behavior or agent" })),
  ),
  contexts: described("The contexts in which the rule applies; empty for all.", list),
  targets: described("The tools that the rule applies to (`claude`, `cursor`, …); empty for all.", list),
  projectId: described("The only project in which the rule applies.", z.optional(text)),
  userId: described("The only user for whom the rule applies.", z.optional(text)),
  tags: described("Labels for filters, as `dimension:value`.", list),
  conditions: described(
    "Conditions on the variables of the request.",
    z.optional(z.record(z.string(), jsonSchema, { error: "must be a mapping" })),
  ),
  source: described("How the rule was created, such as `user`, `import` or `cli`. It has no effect.", z.optional(textOrNumber)),
  version: described("The number of the revision, from 1.", z.optional(z.int(invalidVersion).check(z.gte(1, invalidVersion)))),
  replaces: described("The ids of the rules that this one supersedes.", list),
  ruleId: described(
    "The id of the rule in the store that it was exported from. Ids of file rules are their paths.",
    z.optional(textOrNumber),
  ),
  createdAt: described("When the rule was created in the store that it was exported from, ISO 8601.", z.optional(text)),
  updatedAt: described("When the rule was last changed in the store that it was exported from, ISO 8601.", z.optional(text)),
});

export type NativeHeader = z.infer<typeof nativeHeaderSchema>;
export type NativeKey = keyof NativeHeader;
