import { createReporter, type DiagnosticEntry } from "@precept/core";

/** The diagnostics of the checks that `lint` runs in addition to parsing. Codes are permanent. */
export const checkDiagnostics = {
  "text/hidden-message": {
    severity: "warning",
    title: "Invisible characters encode a text",
    hint: "Agents read it, users do not see it. Find out how it got there, then remove it.",
  },
  "text/bidi-control": {
    severity: "warning",
    title: "A control character changes the order in which the text is shown",
    hint: "Remove it: the visible text differs from what the agent reads.",
  },
  "text/direction-mark": {
    severity: "info",
    title: "An invisible direction mark is next to right-to-left text",
  },
  "text/invisible-character": {
    severity: "warning",
    title: "The text contains an invisible character",
    hint: "Remove it: names and patterns that contain it match nothing.",
  },
  "text/variation-selector": {
    severity: "warning",
    title: "A variation selector has no effect",
    hint: "Remove it.",
  },
  "text/soft-hyphen": {
    severity: "warning",
    title: "An invisible soft hyphen splits a word, so that a search does not find it",
    hint: "Remove it.",
  },
  "text/byte-order-mark": {
    severity: "warning",
    title: "A byte order mark is inside the text",
    hint: "Remove it: it only belongs at the start of a file.",
  },
  "text/private-use": {
    severity: "warning",
    title: "The text contains a private use character, whose meaning depends on the font",
    hint: "Replace it with text or with a standard character.",
  },
  "text/control-character": {
    severity: "warning",
    title: "The text contains a control character",
    hint: "Remove it.",
  },
  "text/mixed-scripts": {
    severity: "warning",
    title: "A word mixes letters of two scripts that look alike",
    hint: "Write it in one script: programs read it as a different word.",
  },
  "text/hidden-instruction": {
    severity: "warning",
    title: "A hidden comment contains instructions for the agent",
    hint: "Write it as visible text or remove it: agents read comments too.",
  },
  "skill/missing-file": {
    severity: "warning",
    title: "The text of a skill refers to a file that does not exist",
    hint: "Add the file beside SKILL.md, or for a native rule in `.precept/skills`, or correct the path.",
  },
  "text/secret": {
    severity: "warning",
    title: "The text contains what looks like a secret",
    hint: "Replace it with the name of a variable and rotate the secret: everyone with access to the file has it, and agents send it to models.",
  },
  "glob/unreachable": {
    severity: "warning",
    title: "No pattern of the rule matches a file of the project, so the rule never applies",
    hint: "Correct the patterns, or remove the rule.",
  },
  "glob/unmatched": {
    severity: "info",
    title: "A pattern names a directory that does not exist",
    hint: "Correct the pattern, or remove it.",
  },
  "tag/unknown-value": {
    severity: "info",
    title: "A tag has a value that is not in the vocabulary of its dimension",
    hint: "Use a known value, or keep it: other values are allowed.",
  },
  "tag/similar-dimension": {
    severity: "info",
    title: "The dimension of a tag resembles a known one",
    hint: "Correct the dimension, or keep it: other dimensions are allowed.",
  },
  "check/files-not-listed": {
    severity: "warning",
    title: "The project has too many files to list, so globs were not compared with them",
    hint: "Run `git init` and ignore what is not part of the project, or run the command in a smaller directory.",
  },
  "budget/rule-too-large": {
    severity: "warning",
    title: "A rule is larger than the whole budget, so it is always dropped",
    hint: "Shorten the rule, split it, or raise the budget.",
  },
  "budget/always-too-large": {
    severity: "warning",
    title: "The rules that always apply exceed the budget together, so some of them never apply",
    hint: "Make some of them apply by file, shorten them, or raise the budget.",
  },
  "conflict/duplicate-name": {
    severity: "warning",
    title: "Two rules declare the same name in one scope, so one of them does not apply",
    hint: "Rename one of them, or remove it.",
  },
  "conflict/shadowed": {
    severity: "info",
    title: "A rule of a higher scope declares the same name, so this one does not apply",
    hint: "Rename one of them, or set `override: true` in the one that applies.",
  },
  "conflict/duplicate-content": {
    severity: "warning",
    title: "Two rules have the same or nearly the same text",
    hint: "Keep one of them: the agent reads both, and copies diverge over time.",
  },
  "conflict/copies": {
    severity: "warning",
    title: "A file of another tool has the same or nearly the same text as another rule",
    hint: "`precept import --merge` makes one rule of them, and a second one of the lines that only one tool has.",
  },
  "conflict/contradiction": {
    severity: "warning",
    title: "Two rules that apply together seem to contradict each other",
    hint: "Change one of them, or make them apply to different files.",
  },
} as const satisfies Record<string, DiagnosticEntry>;

export type CheckCode = keyof typeof checkDiagnostics;

export const report: ReturnType<typeof createReporter<typeof checkDiagnostics>> = createReporter(checkDiagnostics);
