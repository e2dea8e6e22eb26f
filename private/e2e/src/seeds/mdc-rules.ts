import { createSeed, type Seed } from "./requirement.ts";

const parse = "packages/mdc-compat/src/tools/cursor/parse";
const codec = "packages/mdc-compat/src/tools/cursor/codec";
const fences = "packages/mdc-compat/src/tools/cursor/parse-fences";
const properties = "packages/core/src/properties";
const match = "packages/core/src/match/match";
const budget = "packages/core/src/budget/budget";
const run = "apps/cli/src/run";
const load = "packages/store-fs/src/load";
const links = "packages/store-fs/src/links";
const samples = "private/e2e/src/seeds/samples";
const order = "packages/core/src/merge/order";
const glob = "packages/core/src/glob/glob";

export const mdcRules: Seed = createSeed("Rule files of Cursor and goagent", [
  [
    "M1",
    "Decision",
    "The rules in .goagent/rules and .cursor/rules are read by default.",
    [
      `${samples}: reads a rule of goagent whose description has a colon`,
      "packages/store-fs/src/find-roots: are in the order of the locations, each with its codec",
    ],
  ],
  [
    "M2",
    "Decision",
    "Files with the extensions .mdc and .md are rules.",
    [`${codec}: reads .md files too`, `${load}: with both extensions are read if the codec accepts both`],
    "Cursor itself reads only .mdc: a .md file in .cursor/rules is reported with this reason, so that a rule does not silently miss in Cursor.",
  ],
  [
    "M3",
    "Decision",
    "A file has front matter and a text.",
    [`${parse}: have default values for all other fields, and the body as content`],
  ],
  [
    "M4",
    "Decision",
    "First come rules that always apply, then rules by file, then requested ones.",
    [
      `${order}: orders by source: rules that always apply, by file, then requested or found`,
      "apps/cli/src/commands/resolve/resolve: orders rules by file with --order source",
    ],
    "The default order is by scope, priority and name, as Property 8 of the agent rules demands; `--order source` gives this one.",
  ],
  [
    "M5",
    "Decision",
    "A rule with `alwaysApply: true` applies to every request.",
    [`${parse}: inclusion as documented by Cursor:`, `${properties}: Property 5: Always Inclusion Guarantee`],
  ],
  [
    "M6",
    "Decision",
    "A rule with globs applies if one of them matches a file of the request.",
    [`${properties}: Property 6: FileMatch Pattern Correctness`],
  ],
  [
    "M7",
    "Decision",
    "Only files that the request refers to count, not files that merely exist.",
    [
      `${samples}: reads a rule of goagent whose description has a colon`,
      `${match}: returns the matched files without duplicates, in the order of the request`,
    ],
  ],
  [
    "M8",
    "Decision",
    "A rule is requested by an option or by a mention in the prompt.",
    [`${properties}: Property 7: Manual Reference Inclusion`, "packages/core/src/match/extract-references: rule references"],
  ],
  [
    "M9",
    "Decision",
    "The model sees the front matter of each rule: its name, its description and why it applies.",
    ["packages/core/src/compose/format: composes compact headers with description and reason"],
  ],
  [
    "M10",
    "Migration",
    "The default directories can be turned off.",
    [`${run}: adds --rules-dir, with .md and .mdc files in any dialect, and reads nothing else with --no-default-rules`],
  ],
  [
    "M11",
    "Interfaces",
    "A rule has a name, which is that of its file.",
    [`${parse}: have default values for all other fields, and the body as content`],
  ],
  [
    "M12",
    "Interfaces",
    "A rule has the root and the path in which it was found.",
    [`${load}: records in the origin what it governs, its position and whether it is an overlay`],
  ],
  [
    "M13",
    "Interfaces",
    "The globs are a text or a list.",
    [`${parse}: \`globs\``, `${codec}: accepts patterns in a YAML list, which its schema allows too`],
  ],
  ["M14", "Interfaces", "Unknown keys are kept.", [`${parse}: preserve unknown keys as metadata, parsed as YAML if possible`]],
  [
    "M15",
    "Interfaces",
    "An answer has all rules: those that apply and those that do not.",
    [`${properties}: Property 13: Trace Recording Completeness`],
  ],
  [
    "M16",
    "Interfaces",
    "A rule can be requested by its name, or by a pattern of its path.",
    [`${properties}: Property 7: Manual Reference Inclusion`, `${match}: is found by %s`],
  ],
  [
    "M17",
    "CLI",
    "`--rules-dir` can be repeated, and adds a directory.",
    [`${run}: adds --rules-dir, with .md and .mdc files in any dialect`],
  ],
  [
    "M18",
    "CLI",
    "`--rules-include` names rules, and can be repeated.",
    [`${run}: requests the rules of PRECEPT_RULES_INCLUDE, unless --rules-include names others`],
  ],
  [
    "M19",
    "CLI",
    "`--files` names the files of the request.",
    ["apps/cli/src/commands/list/list: lists the rules that apply to --files"],
  ],
  [
    "M20",
    "CLI",
    "Environment variables name directories and rules: GOAGENT_RULES_DIRS and GOAGENT_RULES_INCLUDE.",
    [`${run}: reads the variables of goagent, unless Precept's own are set`],
  ],
  [
    "M21",
    "CLI",
    "An option counts more than a variable, and a variable more than the default.",
    [`${run}: prefers flags to the environment`],
  ],
  [
    "M22",
    "Front matter",
    "A file without front matter is all text.",
    [`${fences}: reads $title`, `${parse}: have default values for all other fields, and the body as content`],
  ],
  [
    "M23",
    "Globs",
    "`**` matches any number of directories, as doublestar does.",
    [
      `${glob}: matchesGlob`,
      "packages/core/src/glob/glob.properties: agrees with picomatch on anchored patterns of stars, classes and braces",
    ],
  ],
  [
    "M24",
    "Globs",
    "Patterns are relative to the root of the project.",
    [`${match}: combines the files of the request and the conversation, relative to the root`],
  ],
  [
    "M25",
    "Ordering",
    "The order does not depend on the file system.",
    [
      `${load}: are sorted by path, by code point, whatever order they were created in`,
      "packages/core/src/match/rule-index: does not depend on the order of insertion",
    ],
  ],
  [
    "M26",
    "Limits",
    "A rule file has at most 262,144 bytes.",
    [
      `${codec}: reads .mdc files and folders with a RULE.md, up to 262,144 bytes`,
      `${load}: can be as large as the codec or the store allows`,
    ],
  ],
  [
    "M27",
    "Limits",
    "At most 64 rules of such files are included.",
    [`${budget}: of rules from other tools' files is 64 by default, and does not apply to native rules`],
  ],
  [
    "M28",
    "Limits",
    "A text that exceeds the budget of tokens is cut, with an ellipsis.",
    [`${budget}: truncates the first rule that does not fit, and drops the rest`, `${budget}: counts the tokens of the marker`],
    "This is `budget.overflow: ellipsis`. The default drops whole rules, because Property 10 of the agent rules demands that rules stay intact.",
  ],
  [
    "M29",
    "Security",
    "Nothing in a rule is executed.",
    [
      "packages/store-fs/src/bad-files: is reported with its location, and other files are read",
      "private/e2e/src/hostile/clones: the program writes only its compile cache",
    ],
  ],
  [
    "M30",
    "Security",
    "A link out of the root is not followed, with a warning.",
    [`${links}: to a file or directory is not followed`, `${links}: is reported with its target`],
  ],
  [
    "M31",
    "Example",
    "The example with an unquoted colon in its description is read.",
    [`${samples}: reads a rule of goagent whose description has a colon`],
  ],
  [
    "M32",
    "Test 1",
    "Files with only one of the keys, with both and with none are read as documented.",
    [`${parse}: inclusion as documented by Cursor:`],
  ],
  [
    "M33",
    "Test 2",
    "Two files can have the same name. Their paths distinguish them.",
    [
      "packages/core/src/merge/merge: both apply if the name is a label",
      `${order}: sorts rules with the same label by root, then path`,
    ],
  ],
  ["M34", "Test 3", "Paths of Windows are normalised.", ["packages/core/src/glob/path: normalises %j in %j to %j"]],
  [
    "M35",
    "Test 3",
    "Patterns that exclude files are not needed.",
    [`${glob}: recognises an exclusion by its exclamation mark, unless it is escaped`],
    "They are supported, because the formats of other tools have them.",
  ],
  [
    "M36",
    "Test 8",
    "Malformed YAML is reported with file, line and column, and the other files are read.",
    [
      "packages/store-fs/src/bad-files: is reported with its location, and other files are read",
      "packages/core/src/properties-of-files: Property 3: Invalid Frontmatter Handling** broken YAML is reported on its line",
    ],
  ],
  [
    "M37",
    "Checklist",
    "Front matter may have CRLF line breaks, a byte order mark, or a fence that is not closed.",
    [
      "packages/core/src/parse/print-native: keeps CRLF, a byte order mark and `...`",
      "packages/core/src/parse/front-matter: reports an anomaly for %s, and splits it",
    ],
  ],
  ["M38", "Checklist", "The case of a path counts.", [`${glob}: matchesGlob`]],
  [
    "M39",
    "Checklist",
    "It can be asked why each rule was included or not.",
    ["apps/cli/src/commands/explain/explain: shows which rules apply and why, which do not, and the diagnostics of rule files"],
  ],
  [
    "M40",
    "Checklist",
    "There are sample rules, and a guide to the kinds of rules.",
    [
      "private/e2e/src/guides/guides: has commands that run, and print what it says",
      "private/e2e/src/examples: explains the request of the README",
    ],
  ],
  [
    "M41",
    "Notes",
    "A model can ask for rules by name in a second pass.",
    ["packages/mcp/src/tools/rules/rules: return rules that an agent asks for, in a second pass"],
  ],
  [
    "M42",
    "Notes",
    "The front matter has a JSON Schema.",
    ["packages/core/src/parse/native-fields: the schema of a field and the reader of the files agree"],
  ],
  [
    "M43",
    "Notes",
    "A command checks rule files before they are used.",
    ["apps/cli/src/commands/lint/lint: reports every problem with its location and a hint, and ends with exit code 1"],
  ],
]);
