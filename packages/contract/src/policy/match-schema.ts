import * as z from "zod/mini";
import { maxValueLength, valueFormatDescriptions, valueFormatNames } from "../values/policies.ts";
import { commandConditionsSchema } from "./command-condition-schema.ts";
import { contextFilterSchema } from "./context-filter-schema.ts";
import { inputConditionsSchema } from "./input-condition-schema.ts";
import { syntaxConditionSchema } from "./syntax-condition-schema.ts";
import { flag, notEmpty, optional, patterns, section, text, texts } from "./schema-parts.ts";

const describedFormats = Object.entries(valueFormatDescriptions)
  .map(([name, description]) => `\`${name}\`: ${description}`)
  .join("; ");
const wrongFormat = { error: `must be one or more of ${valueFormatNames.join(", ")}` };
const format = z.enum(valueFormatNames, wrongFormat);
const wrongEntropy = { error: "must be a number from 0 to 8" };

/** The keys of `match` that need no other block. */
const conditions = {
  pattern: optional(
    "A regular expression in JavaScript syntax, or a list of alternatives. Each match is a violation. `^` and `$` also match at line breaks. " +
      "A leading `(?i)` and Python's `(?P<name>…)` are accepted. Flags apply to all alternatives, and groups are numbered across them.",
    patterns,
  ),
  flags: optional(
    "Flags of the pattern: any of `i`, `m`, `s` and `u`. `m` is always added. Other regular expressions of the same block get them too.",
    text.check(z.regex(/^[imsu]*$/, { error: "must consist of the letters i, m, s and u" })),
  ),
  unless: optional(
    "Exceptions: regular expressions with the flags of the pattern. A match of the pattern, or a command, that overlaps a match of one of " +
      "them is not a violation. `^\\s*#.*` excepts comments.",
    texts,
  ),
  valid_as: optional(
    "Formats, of which the value of a match must have one. The value is the first group of the pattern that takes part in the match, or the " +
      `whole match. ${describedFormats}. A value over ${maxValueLength} characters has none.`,
    z.union([format, z.array(format).check(z.minLength(1, notEmpty))], wrongFormat),
  ),
  min_entropy: optional(
    "The minimum Shannon entropy of the value of a match (see `valid_as`), in bits per character: random letters and digits have 3.5 to 5, " +
      "words and repeated characters less.",
    z.number(wrongEntropy).check(z.gte(0, wrongEntropy), z.lte(8, wrongEntropy)),
  ),
  keywords: optional(
    "With a pattern or a command: the text must contain one of them, or neither is searched for. Otherwise, each occurrence is a violation. Case-insensitive.",
    texts,
  ),
  file_patterns: optional("Globs of the files that are checked. A leading `!` excludes. Default: all files.", texts),
  ignore_case: optional(
    "Whether `file_patterns` match in any letter case, as on file systems that ignore case. Default: false. Not for regular expressions: use `flags: i`.",
    flag,
  ),
  context_filter: optional(
    "Required values of the context: a value, a list of allowed values, `{in: […]}` or `{not: value}` for each key. All keys must hold. " +
      "The values of the keys below are texts. Other keys are your own.",
    contextFilterSchema,
  ),
  tool: optional(
    "Globs of the tools whose calls are checked, such as `mcp__*`. A leading `!` excludes. Text that does not belong to a tool call is not checked.",
    texts,
  ),
  input: optional(
    'Conditions on the structured input of a tool call, by path: `amount: { gt: 1000 }`, `"query.limit": { lte: 10 }`, ' +
      '`"items[].price": { lt: 0 }` (any element), `"items[0].id": 7`. A plain value must be equal; a list has the allowed values. All ' +
      "conditions must hold. A leading `tool_input.` is ignored.",
    inputConditionsSchema,
  ),
  command: optional(
    "What one command in shell text must meet: a mapping of which all keys must hold, or a list of such mappings. The text is parsed: quotes " +
      "are removed, and commands are found behind `sudo`, in substitutions, in `bash -c`, and so on. Each such command is a violation.",
    commandConditionsSchema,
  ),
  syntax: optional(
    "What the code must contain, in the pattern language of ast-grep. Comments and strings are no code. Each match is a violation. Needs the optional " +
      "package `@ast-grep/napi`, and for Python, Go, Java and shell `@ast-grep/lang-python`, `-go`, `-java` or `-bash`; without it the policy is skipped, with a warning.",
    syntaxConditionSchema,
  ),
};

const wrongWeight = { error: "must be a number over 0" };

/** The keys that let weak signs add up. */
const sums = {
  weight: optional(
    "In a block of `any` whose parent has a `score`: what it adds to the sum. Default: 1.",
    z.number(wrongWeight).check(z.gt(0, wrongWeight)),
  ),
  score: optional(
    "The blocks of `any` are signs of which none decides alone. The sum of the weights of different signs with a match in the same part of " +
      "the text, of `within` characters, must be at least `at_least`.",
    section({
      at_least: z.number(wrongWeight).check(z.gt(0, wrongWeight)),
      within: z.int({ error: "must be a whole number from 1 to 100000" }).check(z.gte(1), z.lte(100_000)),
    }),
  ),
};

const plainMatch = section({ ...conditions, ...sums });

/** A block of conditions, as a file or a wire contains it. */
export interface MatchDocument extends z.infer<typeof plainMatch> {
  all?: MatchDocument[];
  any?: MatchDocument[];
  absent?: MatchDocument | MatchDocument[];
}

const nested: z.ZodMiniType<MatchDocument> = z.lazy(() => matchSchema);
const blocks = z.array(nested, { error: "must be a list of blocks with the keys of `match`" }).check(z.minLength(1, notEmpty));

/** Validates `match`, and each block in `all`, `any` and `absent`. */
export const matchSchema = section({
  ...conditions,
  ...sums,
  all: optional("Blocks with the keys of `match`. Each must hold for the text.", blocks),
  any: optional("Blocks with the keys of `match`. At least one must hold for the text.", blocks),
  absent: optional(
    "A block with the keys of `match`, or a list of blocks. None may hold for the text.",
    z.union([nested, blocks], { error: "must be a block with the keys of `match`, or a list of blocks" }),
  ),
});
