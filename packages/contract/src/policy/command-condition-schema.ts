import * as z from "zod/mini";
import { filledText, optional, patterns, section, texts } from "./schema-parts.ts";

const flagGroups = z.union([filledText, z.array(z.union([filledText, z.array(filledText).check(z.minLength(1))]))], {
  error:
    "must be a flag or a list of flags; a list in the list has spellings of one flag, as in `[[-r, --recursive], [-f, --force]]`",
});

const condition = section({
  program: optional(
    "The name of the program without its directory: one, or a list of alternatives. Globs such as `mkfs*` are allowed.",
    texts,
  ),
  subcommand: optional(
    "The first operands, in order and separated by blanks, such as `push` or `s3 rb`: one, or a list of alternatives. Flags before, between " +
      "and after them are ignored.",
    texts,
  ),
  flags: optional(
    "Flags that must all be present, in any order. A list of spellings stands for one flag: `[[-r, -R, --recursive], [-f, --force]]`. " +
      "`-f` is also found in `-rf`, `--force` also in `--force=yes`.",
    flagGroups,
  ),
  without_flags: optional("Flags of which none may be present.", texts),
  operands: optional(
    "A regular expression, or a list of alternatives, that matches at least one operand: an argument that is not a flag. Quotes are removed.",
    patterns,
  ),
  arguments: optional(
    "A regular expression, or a list of alternatives, that matches all words after the program, joined by single blanks. Quotes are removed.",
    patterns,
  ),
  output: optional(
    "A regular expression, or a list of alternatives, that matches a file to which the command writes with `>`, `>>` or `tee`.",
    patterns,
  ),
  pipes_into: optional("Programs of which one comes later in the same pipeline. Globs are allowed.", texts),
  pipes_from: optional("Programs of which one comes earlier in the same pipeline. Globs are allowed.", texts),
}).check(z.refine((written) => Object.keys(written).length > 0, { error: "must have at least one key, such as `program`" }));

/** Conditions that one command must meet: a mapping, or a list of alternatives. */
export const commandConditionsSchema = z.union([condition, z.array(condition).check(z.minLength(1))], {
  error: "must be a mapping with keys such as `program` and `flags`, or a list of such mappings",
});

export type CommandConditionDocument = z.infer<typeof condition>;
