import { createReporter, type DiagnosticEntry } from "./diagnostic.ts";

/** The diagnostics of this package, except those of the checks. Codes are permanent. */
export const diagnosticCatalogue = {
  "front-matter/missing": {
    severity: "error",
    title: "The file has no front matter",
    hint: "Begin the file with a line `---`, then `name:` and `description:`, then a line `---`.",
    incomplete: true,
  },
  "front-matter/unclosed": {
    severity: "error",
    title: "The front matter is not closed",
    hint: "Close the front matter with a line `---`.",
    incomplete: true,
  },
  "front-matter/glued-fence": {
    severity: "warning",
    title: "Text follows the closing `---` of the front matter on the same line",
    hint: "Put `---` on a line of its own.",
  },
  "front-matter/leading-blank": {
    severity: "warning",
    title: "The front matter does not begin on the first line",
    hint: "Remove everything before the first `---`.",
  },
  "front-matter/double": {
    severity: "warning",
    title: "A second front matter follows the first and is read as text",
    hint: "Merge the two blocks into one.",
  },
  "front-matter/literal-newlines": {
    severity: "warning",
    title: "The first line contains `\\n` as text instead of line breaks",
    hint: "Replace each `\\n` with a line break.",
  },
  "front-matter/no-opening-fence": {
    severity: "warning",
    title: "The file starts with front matter keys, but the opening `---` is missing",
    hint: "Add a line `---` before the first key.",
  },
  "front-matter/yaml": {
    severity: "error",
    title: "The front matter is not valid YAML",
    incomplete: true,
  },
  "front-matter/not-a-mapping": {
    severity: "error",
    title: "The front matter is not a list of `key: value` lines",
    incomplete: true,
  },
  "front-matter/too-large": {
    severity: "error",
    title: "The front matter is larger than 64 KiB",
    hint: "Keep the guidance in the body, below the second `---`.",
    incomplete: true,
  },
  "rule/field-missing": {
    severity: "error",
    title: "A required field is missing",
    incomplete: true,
  },
  "rule/field-invalid": {
    severity: "error",
    title: "A field has an invalid value",
    incomplete: true,
  },
  "rule/unknown-key": {
    severity: "info",
    title: "An unknown key is kept as metadata",
  },
  "rule/similar-key": {
    severity: "warning",
    title: "An unknown key looks misspelled and has no effect",
  },
  "rule/scope-from-place": {
    severity: "warning",
    title: "A file cannot set its own scope",
    hint: "The scope comes from the directory of the file. Remove the key or move the file.",
  },
  "rule/no-globs": {
    severity: "warning",
    title: "The rule applies by file but has no pattern, so it never applies",
    hint: "Add `globs:`, or choose another inclusion.",
  },
  "rule/empty": {
    severity: "warning",
    title: "The rule has no text",
  },
  "glob/too-complex": {
    severity: "error",
    title: "A pattern expands to too many alternatives",
    hint: "Split the pattern, or use `*` in place of the braces.",
    incomplete: true,
  },
  "glob/too-long": {
    severity: "error",
    title: "A pattern is longer than 4,096 characters",
    incomplete: true,
  },
  "request/unknown-rule": {
    severity: "warning",
    title: "A requested rule does not exist",
    hint: "`precept list` shows all rules.",
  },
  "budget/rule-dropped": {
    severity: "warning",
    title: "A rule applies but does not fit into the budget, and is dropped",
    hint: "Shorten the rule or the rules above it, give it a higher priority, or raise the limit.",
    incomplete: true,
  },
  "budget/rule-cut": {
    severity: "warning",
    title: "A rule applies but does not fit into the budget, and is truncated",
    hint: "Shorten the rule or the rules above it, give it a higher priority, or raise the limit.",
    incomplete: true,
  },
  "budget/absolute-dropped": {
    severity: "error",
    title: "A rule of absolute authority does not fit into the budget, and is dropped",
    hint: "Shorten the rule, or raise the limit.",
    incomplete: true,
  },
  "budget/absolute-cut": {
    severity: "error",
    title: "A rule of absolute authority does not fit into the budget, and is truncated",
    hint: "Shorten the rule, or raise the limit.",
    incomplete: true,
  },
  "budget/requestable-left-out": {
    severity: "info",
    title: "Not all rules that the agent can ask for are listed",
    hint: "Raise `budget.requestable`, shorten descriptions, or give the rules that matter most a higher priority.",
  },
  "budget/longer-than-tool-reads": {
    severity: "warning",
    title: "A rule is longer than its tool reads of one rule",
    hint: "Shorten the rule, or split it.",
  },
  "store/failed": {
    severity: "error",
    title: "A store could not be read, so its rules are missing",
    incomplete: true,
  },
  "store/stale": {
    severity: "warning",
    title: "A store could not be read again, so its rules may be out of date",
    incomplete: true,
  },
  "search/degraded": {
    severity: "warning",
    title: "A search could not use vectors",
    hint: "Check the embedder. Until it works, rules are found by words only.",
    incomplete: true,
  },
  "reference/blocked": {
    severity: "warning",
    title: "A file reference leads outside the allowed directories",
    hint: "Refer to a file inside the project.",
  },
  "reference/private": {
    severity: "warning",
    title: "A referenced file has the name of a credentials file or is ignored by git, so it is not included in the prompt",
    hint: "Refer to another file. To allow this one, list it under `references.allowPrivate` in ~/.precept/config.yaml.",
  },
  "reference/memory": {
    severity: "warning",
    title: "A referenced file is the agent's memory, MEMORY.md, so it is not included in the prompt",
    hint: "Remove the reference. Main sessions load MEMORY.md with the agent context.",
  },
  "reference/missing": {
    severity: "warning",
    title: "A referenced file does not exist",
  },
  "reference/unreadable": {
    severity: "warning",
    title: "A referenced file cannot be read as text",
  },
  "reference/cycle": {
    severity: "warning",
    title: "File references form a cycle",
  },
  "reference/too-deep": {
    severity: "warning",
    title: "File references are nested too deeply",
  },
  "reference/too-large": {
    severity: "warning",
    title: "A referenced file is too large",
  },
} as const satisfies Record<string, DiagnosticEntry>;

export type DiagnosticCode = keyof typeof diagnosticCatalogue;

export const report: ReturnType<typeof createReporter<typeof diagnosticCatalogue>> = createReporter(diagnosticCatalogue);
