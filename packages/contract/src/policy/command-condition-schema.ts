import * as z from "zod/mini";
import { commandTraitDescriptions, commandTraitNames } from "../values/command-traits.ts";
import { filledText, notEmpty, oneOf, optional, patterns, section, texts } from "./schema-parts.ts";

const flagGroups = z.union([filledText, z.array(z.union([filledText, z.array(filledText).check(z.minLength(1, notEmpty))]))], {
  error:
    "must be a flag or a list of flags; a list in the list has spellings of one flag, as in `[[-r, --recursive], [-f, --force]]`",
});

const describedTraits = Object.entries(commandTraitDescriptions)
  .map(([name, description]) => `\`${name}\`: ${description}`)
  .join("; ");
const traitsError = { error: `must be one or more of ${commandTraitNames.join(", ")}` };
const trait = z.enum(commandTraitNames, traitsError);
const traits = z.union([trait, z.array(trait).check(z.minLength(1, notEmpty))], traitsError);
const runKind = oneOf(["unread", "downloaded"]);

const condition = section({
  program: optional(
    "The name of the program without its directory: one, or a list of alternatives. Globs such as `mkfs*` are allowed; a leading `!` excludes: " +
      '`["!ls", "!cat"]` is every other program.',
    texts,
  ),
  subcommand: optional(
    "The first operands, in order and separated by blanks, such as `push` or `s3 rb`: one, or a list of alternatives. Flags before, between " +
      "and after them are ignored.",
    texts,
  ),
  flags: optional(
    "Flags that must all be present, in any order. A list of spellings stands for one flag: `[[-r, -R, --recursive], [-f, --force]]`. " +
      "`-f` is also found in `-rf`, `--force` also in `--force=yes`, and for git and the GNU tools in `--forc`.",
    flagGroups,
  ),
  without_flags: optional("Flags of which none may be present.", texts),
  operands: optional(
    "A regular expression, or a list of alternatives, that matches at least one operand: an argument that is not a flag, or a file that the " +
      "command reads with `<`. Quotes are removed. A path is matched as written and, after `cd`, as the path that it means.",
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
  traits: optional(
    `Traits of what the command affects, of which one must hold: one, or a list. If the traits are of paths, each path of the command must ` +
      `have one of them. ${describedTraits}.`,
    traits,
  ),
  without_traits: optional("Traits of which none may hold, such as `[local_host, test_database]`. See `traits`.", traits),
  pipes_into: optional("Programs of which one comes later in the same pipeline. Globs are allowed.", texts),
  pipes_from: optional("Programs of which one comes earlier in the same pipeline. Globs are allowed.", texts),
  runs: optional(
    "What it runs, one or a list of alternatives. `unread`: a script or a text that cannot be read before it runs: the output of a program, a file " +
      "outside the project, an encoded file. `downloaded`: a file that the same text downloads.",
    z.union([runKind, z.array(runKind).check(z.minLength(1, notEmpty))], {
      error: "must be `unread`, `downloaded`, or a list of them",
    }),
  ),
}).check(z.refine((written) => Object.keys(written).length > 0, { error: "must have at least one key, such as `program`" }));

/** Conditions that one command must meet: a mapping, or a list of alternatives. */
export const commandConditionsSchema = z.union([condition, z.array(condition).check(z.minLength(1, notEmpty))], {
  error: "must be a mapping with keys such as `program` and `flags`, or a list of such mappings",
});

export type CommandConditionDocument = z.infer<typeof condition>;
