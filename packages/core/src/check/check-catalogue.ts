import { createReporter, type DiagnosticEntry } from "../model/diagnostic.ts";

/** Every diagnostic of the checks that `lint` adds to reading, as data. Codes are permanent. */
export const checkDiagnostics = {
  "text/hidden-message": {
    severity: "warning",
    title: "Characters that nobody sees spell out a text",
    hint: "Agents read it, people don't. Find out how it got there, then remove it.",
  },
  "text/bidi-control": {
    severity: "warning",
    title: "A control character changes the order in which the text is shown",
    hint: "Remove it: what people see is not what the agent reads.",
  },
  "text/direction-mark": {
    severity: "info",
    title: "An invisible mark of direction stands beside letters that are written from right to left",
  },
  "text/invisible-character": {
    severity: "warning",
    title: "A character cannot be seen",
    hint: "Remove it: names and patterns with it in them match nothing.",
  },
  "text/variation-selector": {
    severity: "warning",
    title: "A variation selector has nothing to vary",
    hint: "Remove it.",
  },
  "text/soft-hyphen": {
    severity: "warning",
    title: "A soft hyphen cannot be seen, but splits the word for whoever searches for it",
    hint: "Remove it.",
  },
  "text/byte-order-mark": {
    severity: "warning",
    title: "A byte order mark stands inside the text",
    hint: "Remove it: it belongs to the beginning of a file, if anywhere.",
  },
  "text/private-use": {
    severity: "warning",
    title: "A character means whatever a font makes of it",
    hint: "Write what it is to say, or a character that has a meaning of its own.",
  },
  "text/control-character": {
    severity: "warning",
    title: "The text holds a control character",
    hint: "Remove it.",
  },
  "text/mixed-scripts": {
    severity: "warning",
    title: "A word mixes letters of two scripts that look alike",
    hint: "Write it in one script: it is another word to every program.",
  },
  "text/hidden-instruction": {
    severity: "warning",
    title: "A comment tells the agent what to do, where people who read the page don't see it",
    hint: "Write it as visible text, or remove it: the agent reads comments as well.",
  },
  "text/secret": {
    severity: "warning",
    title: "The text holds what looks like a secret",
    hint: "Replace it by the name of a variable, and renew it: everybody who can read the file has it, and every agent passes it on.",
  },
  "glob/unreachable": {
    severity: "warning",
    title: "No pattern of the rule matches a file of the project, so the rule never applies",
    hint: "Correct the patterns, or remove the rule.",
  },
  "glob/unmatched": {
    severity: "info",
    title: "A pattern leads to a place that does not exist",
    hint: "Correct the pattern, or remove it.",
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
    title: "The rules that always apply are larger than the budget, so some of them never do",
    hint: "Let some of them apply by file, shorten them, or raise the budget.",
  },
  "conflict/duplicate-name": {
    severity: "warning",
    title: "Two rules declare the same name at one scope, and one of them is left out",
    hint: "Rename one of them, or remove it.",
  },
  "conflict/shadowed": {
    severity: "info",
    title: "A rule of a higher scope declares the same name, and stays in place of this one",
    hint: "Rename one of them, or write `override: true` in the one that stays.",
  },
  "conflict/duplicate-content": {
    severity: "warning",
    title: "Two rules say the same, or nearly the same",
    hint: "Keep one of them: the agent reads both, and one day they will differ.",
  },
  "conflict/contradiction": {
    severity: "warning",
    title: "Two rules that apply together seem to say opposite things",
    hint: "Change one of them, or let them apply to different files.",
  },
} as const satisfies Record<string, DiagnosticEntry>;

export type CheckCode = keyof typeof checkDiagnostics;

/** Makes a diagnostic of the checks' catalogue. */
export const report: ReturnType<typeof createReporter<typeof checkDiagnostics>> = createReporter(checkDiagnostics);
