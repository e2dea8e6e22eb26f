import * as z from "zod/mini";
import { splitGlobs } from "../glob/split-globs.ts";
import { described } from "../model/described.ts";
import { jsonSchema } from "../model/json-schema.ts";
import { inclusions } from "../model/inclusion.ts";
import { splitList } from "./split-list.ts";

/** A schema that reads what was written in one way into another. */
function read<Written extends z.ZodMiniType, Value>(written: Written, into: (value: z.output<Written>) => Value) {
  return z.pipe(written, z.transform(into));
}

const text = z.string({ error: "has to be a text" });

const noText = { error: "has to be a text of at least one character" };

/** A text with something in it. Numbers are read as they are written: a rule may be called 404. */
const filledText = z.union([z.string().check(z.regex(/\S/, noText)), read(z.number(), String)], noText);

const flag = z.optional(
  z.union([z.boolean(), read(z.enum(["true", "false"]), (value) => value === "true")], { error: "has to be true or false" }),
);

function texts(split: (value: string) => readonly string[]) {
  const none = read(z.null(), (): string[] => []);
  return z.optional(
    z.union([read(z.string(), split), z.array(z.coerce.string()), none], { error: "has to be a text or a list of texts" }),
  );
}

const globs = texts(splitGlobs);
const list = texts(splitList);

const outOfRange = { error: "has to be a whole number from 1 to 100" };
const noVersion = { error: "has to be a whole number from 1 on" };

/**
 * The front matter of a native rule file: the one description of its keys, from which parsing, the editor's JSON Schema and the reference are
 * made. Keys that are not here are kept as metadata.
 */
export const nativeHeaderSchema = z.object({
  name: described("Unique within its scope.", filledText),
  description: described("One line that says what the rule is about.", filledText),
  inclusion: described(
    "When the rule applies. Default: `fileMatch` where there are globs, else `always`. `auto` is read as `agentRequested`.",
    z.optional(
      z.union([z.enum(inclusions), read(z.literal("auto"), () => "agentRequested" as const)], {
        error: `has to be one of ${inclusions.join(", ")}`,
      }),
    ),
  ),
  globs: described("File patterns: a list, or one text with commas between them. A leading `!` excludes.", globs),
  fileMatchPattern: described("Another name for `globs`.", globs),
  priority: described(
    "1 to 100; within a scope the higher one comes first. Default 50.",
    z.optional(
      z
        .union([z.int(), read(z.string().check(z.regex(/^\d+$/)), Number)], outOfRange)
        .check(z.refine((value) => value >= 1 && value <= 100, outOfRange)),
    ),
  ),
  override: described("Says that shadowing a rule of the same name at a lower scope is deliberate. Default false.", flag),
  enabled: described("A rule that is not enabled never applies. Default true.", flag),
  pending: described("Proposed, and waiting for approval: the rule does not apply. Default false.", flag),
  authority: described(
    "absolute: never dropped for lack of relevance, and dropped last by the budget.",
    z.optional(z.enum(["absolute", "default"], { error: "has to be absolute or default" })),
  ),
  category: described(
    "What kind of guidance it is.",
    z.optional(z.enum(["preference", "behavior", "agent"], { error: "has to be preference, behavior or agent" })),
  ),
  contexts: described("Where the rule applies; empty is everywhere.", list),
  targets: described("The tools it is for (`claude`, `cursor`, …); empty is every tool.", list),
  projectId: described("The one project it belongs to.", z.optional(text)),
  userId: described("The one user it belongs to.", z.optional(text)),
  tags: described("Labels for filters, as `dimension:value`.", list),
  conditions: described(
    "What the request's variables have to be.",
    z.optional(z.record(z.string(), jsonSchema, { error: "has to be a mapping" })),
  ),
  version: described("Counts the revisions, from 1.", z.optional(z.int(noVersion).check(z.gte(1, noVersion)))),
  replaces: described("The ids of the rules that this one supersedes.", list),
});

export type NativeHeader = z.infer<typeof nativeHeaderSchema>;
export type NativeKey = keyof NativeHeader;
