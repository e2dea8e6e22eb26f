import { described, jsonSchema } from "../described.ts";
import * as z from "zod/mini";
import { maxValueLength, valueFormatDescriptions, valueFormatNames } from "../values/policy-match.ts";
import { contextKeys } from "../values/context-keys.ts";
import { commandConditionsSchema } from "./command-condition-schema.ts";
import { inputConditionsSchema } from "./input-condition-schema.ts";
import { patterns, section, text, texts } from "./schema-parts.ts";

const values = z.record(z.string(), jsonSchema, { error: "must be a mapping (`key: value` lines)" });

const describedKeys = Object.entries(contextKeys)
  .map(([key, { description }]) => `\`${key}\` (${description})`)
  .join(", ");

const describedFormats = Object.entries(valueFormatDescriptions)
  .map(([name, description]) => `\`${name}\`: ${description}`)
  .join("; ");
const format = z.enum(valueFormatNames);
const wrongEntropy = { error: "must be a number from 0 to 8" };

/** The keys of `match` that need no other block. */
const conditions = {
  pattern: described(
    "A regular expression in JavaScript syntax, or a list of alternatives. Each match is a violation. `^` and `$` also match at line breaks. " +
      "A leading `(?i)` and Python's `(?P<name>…)` are accepted. Flags apply to all alternatives, and groups are numbered across them.",
    z.exactOptional(patterns),
  ),
  flags: described(
    "Flags of the pattern: any of `i`, `m`, `s` and `u`. `m` is always added. Other regular expressions of the same block get them too.",
    z.exactOptional(text.check(z.regex(/^[imsu]*$/, { error: "must consist of i, m, s and u" }))),
  ),
  unless: described(
    "Exceptions: regular expressions with the flags of the pattern. A match of the pattern, or a command, that overlaps a match of one of " +
      "them is not a violation. `^\\s*#.*` excepts comments.",
    z.exactOptional(texts),
  ),
  valid_as: described(
    "Formats, of which the value of a match must have one. The value is the first group of the pattern that takes part in the match, or the " +
      `whole match. ${describedFormats}. A value over ${maxValueLength} characters has none.`,
    z.exactOptional(
      z.union([format, z.array(format).check(z.minLength(1))], {
        error: `must be one or more of ${valueFormatNames.join(", ")}`,
      }),
    ),
  ),
  min_entropy: described(
    "The minimum Shannon entropy of the value of a match (see `valid_as`), in bits per character: random letters and digits have 3.5 to 5, " +
      "words and repeated characters less.",
    z.exactOptional(z.number(wrongEntropy).check(z.gte(0, wrongEntropy), z.lte(8, wrongEntropy))),
  ),
  keywords: described(
    "With a pattern or a command: the text must contain one of them, or neither is searched for. Otherwise, each occurrence is a violation. Case-insensitive.",
    z.exactOptional(texts),
  ),
  file_patterns: described(
    "Globs of the files that are checked. A leading `!` excludes. Default: all files.",
    z.exactOptional(texts),
  ),
  ignore_case: described(
    "Whether `file_patterns` match in any letter case, as on file systems that ignore case. Default: false. Not for regular expressions: use `flags: i`.",
    z.exactOptional(z.boolean({ error: "must be true or false" })),
  ),
  context_filter: described(
    "Required values of the context: a value, a list of allowed values, `{in: […]}` or `{not: value}` for each key. Keys with a meaning: " +
      `${describedKeys}. Other keys are your own.`,
    z.exactOptional(values),
  ),
  tool: described(
    "Globs of the tools whose calls are checked, such as `mcp__*`. A leading `!` excludes. Text that does not belong to a tool call is not checked.",
    z.exactOptional(texts),
  ),
  input: described(
    'Conditions on the structured input of a tool call, by path: `amount: { gt: 1000 }`, `"query.limit": { lte: 10 }`, ' +
      '`"items[].price": { lt: 0 }` (any element), `"items[0].id": 7`. A plain value must be equal; a list has the allowed values. All ' +
      "conditions must hold. A leading `tool_input.` is ignored.",
    z.exactOptional(inputConditionsSchema),
  ),
  command: described(
    "What one command in shell text must meet: a mapping of which all keys must hold, or a list of such mappings. The text is parsed: quotes " +
      "are removed, and commands are found behind `sudo`, in substitutions, in `bash -c`, and so on. Each such command is a violation.",
    z.exactOptional(commandConditionsSchema),
  ),
};

const plainMatch = section(conditions);

/** A block of conditions, as a file or a wire contains it. */
export interface MatchDocument extends z.infer<typeof plainMatch> {
  all?: MatchDocument[];
  any?: MatchDocument[];
  absent?: MatchDocument | MatchDocument[];
}

const nested: z.ZodMiniType<MatchDocument> = z.lazy(() => matchSchema);
const blocks = z.array(nested, { error: "must be a list of blocks with the keys of `match`" }).check(z.minLength(1));

/** Validates `match`, and each block in `all`, `any` and `absent`. */
export const matchSchema = section({
  ...conditions,
  all: described("Blocks with the keys of `match`. Each must hold for the text.", z.exactOptional(blocks)),
  any: described("Blocks with the keys of `match`. At least one must hold for the text.", z.exactOptional(blocks)),
  absent: described(
    "A block with the keys of `match`, or a list of blocks. None may hold for the text.",
    z.exactOptional(z.union([nested, blocks], { error: "must be a block with the keys of `match`, or a list of blocks" })),
  ),
});
