/** What may be wrong with a file of Kiro's. Codes are permanent. */
export const kiroDiagnostics = {
  "kiro/comma-patterns": {
    severity: "warning",
    title: "Kiro reads patterns with commas between them as one pattern, which matches nothing",
    hint: 'Write a list: `fileMatchPattern: ["src/**/*.ts", "src/**/*.tsx"]`.',
  },
  "kiro/no-patterns": {
    severity: "warning",
    title: "`inclusion: fileMatch` without a pattern never applies",
    hint: "Add `fileMatchPattern`.",
  },
  "kiro/ignored-patterns": {
    severity: "warning",
    title: "`fileMatchPattern` has no effect without `inclusion: fileMatch`",
    hint: "Write `inclusion: fileMatch`, or remove the patterns.",
  },
  "kiro/incomplete-auto": {
    severity: "warning",
    title: "`inclusion: auto` needs a `name` and a `description`",
    hint: "Add what is missing.",
  },
  "kiro/unknown-inclusion": {
    severity: "warning",
    title: "`inclusion` is none that Kiro documents; the rule is read as one that always applies",
    hint: "Kiro knows `always`, `fileMatch`, `manual` and `auto`.",
  },
  "kiro/unseen-front-matter": {
    severity: "warning",
    title: "Kiro sees no front matter that is not closed with `---`: it is read as text, and the rule always applies",
    hint: "Put `---` and nothing else below the keys.",
  },
  "kiro/unreadable": {
    severity: "warning",
    title: "Kiro takes no notice of a front matter that is not valid YAML; the rule always applies",
    hint: "Put patterns and other values that hold signs of YAML's in quotes.",
  },
  "kiro/personal-file-match": {
    severity: "warning",
    title: "`inclusion: fileMatch` does not trigger in steering files in the home directory",
    hint: "Move the file to `.kiro/steering` of the project, or write another `inclusion`.",
  },
} as const;
