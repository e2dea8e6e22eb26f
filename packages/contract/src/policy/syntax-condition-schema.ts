import * as z from "zod/mini";
import { described } from "../described.ts";
import { syntaxLanguages } from "../values/policies.ts";
import { filledText, notEmpty, optional, patterns, section } from "./schema-parts.ts";

const wrongLanguage = { error: `must be one or more of ${syntaxLanguages.join(", ")}` };
const language = z.enum(syntaxLanguages, wrongLanguage);
const needsCode = z.refine<object>((written) => "pattern" in written || "kind" in written, {
  error: "must have `pattern` or `kind`",
});

const code = {
  pattern: optional(
    "Code in which `$NAME` stands for one part, `$$$NAME` for any number of parts, and `$_` for a part without a name: one pattern, or a list of alternatives.",
    patterns,
  ),
  kind: optional("The kind of node in the grammar of tree-sitter, such as `template_string`.", filledText),
};

function relations<Schema extends z.ZodMiniType>(other: Schema) {
  const others = z.union([filledText, other, z.array(z.union([filledText, other])).check(z.minLength(1, notEmpty))], {
    error: "must be a pattern, a mapping with `pattern` or `kind`, or a list of them",
  });
  return {
    inside: optional(
      "Code that contains the match, at any distance: a pattern, a mapping, or a list of which all must hold.",
      others,
    ),
    has: optional("Code that the match contains, at any depth: a pattern, a mapping, or a list of which all must hold.", others),
    not: optional(
      "What the match must not be: a pattern, or a mapping with the keys of `syntax`, such as `{ inside: … }`.",
      others,
    ),
  };
}

const innermost = section(code).check(needsCode);
const hasKey = z.refine<object>((written) => Object.keys(written).length > 0, {
  error: "must have at least one key, such as `pattern`",
});
const middle = section({ ...code, ...relations(innermost) }).check(hasKey);
const inner = section({ ...code, ...relations(middle) }).check(hasKey);

// With an id, the JSON Schema contains each of them once, and not for every key that uses it.
for (const [id, schema] of Object.entries({ codeInInnerCode: innermost, innerCode: middle, relatedCode: inner })) {
  z.globalRegistry.add(schema, { id });
}

/** A condition on the syntax of code, in the pattern language of ast-grep. */
export const syntaxConditionSchema = section({
  language: described(
    "The languages of the code: one, or a list. Files are recognised by their names; other texts count as the first language.",
    z.union([language, z.array(language).check(z.minLength(1, notEmpty))], wrongLanguage),
  ),
  ...code,
  where: optional(
    "Regular expressions of the texts of `$NAME` parts: `{ F: '^exec(Sync)?$' }`. A name is matched with its import resolved: after " +
      '`import { exec as run } from "node:child_process"`, `run` is `child_process.exec`.',
    z.record(z.string(), patterns, { error: "must be a mapping of names to regular expressions" }),
  ),
  ...relations(inner),
}).check(needsCode);

export type SyntaxConditionDocument = z.infer<typeof syntaxConditionSchema>;
export type SyntaxRuleDocument = z.infer<typeof inner>;
