export const kiroDiagnostics = {
  "kiro/comma-patterns": {
    title: "Kiro reads comma-separated patterns as one pattern, which matches nothing",
    hint: 'Write a list: `fileMatchPattern: ["src/**/*.ts", "src/**/*.tsx"]`.',
  },
  "kiro/no-patterns": {
    title: "With `inclusion: fileMatch` but no pattern, the file is never included",
    hint: "Add `fileMatchPattern`.",
  },
  "kiro/ignored-patterns": {
    title: "`fileMatchPattern` has no effect without `inclusion: fileMatch`",
    hint: "Write `inclusion: fileMatch`, or remove the patterns.",
  },
  "kiro/incomplete-auto": {
    title: "`inclusion: auto` requires a `name` and a `description`",
    hint: "Add the missing key.",
  },
  "kiro/unknown-inclusion": {
    title: "`inclusion` has a value that Kiro does not document; Precept reads the rule as one that always applies",
    hint: "Use `always`, `fileMatch`, `manual` or `auto`.",
  },
  "kiro/unseen-front-matter": {
    title: "The front matter is not closed with `---`, so Kiro reads it as text and the rule always applies",
    hint: "Add a line with only `---` below the keys.",
  },
  "kiro/unreadable": {
    title: "The front matter is not valid YAML, so Kiro ignores it and the rule always applies",
    hint: "Put quotes around patterns and other values that contain special YAML characters.",
  },
  "kiro/personal-file-match": {
    title: "`inclusion: fileMatch` does not trigger in steering files in the home directory",
    hint: "Move the file to `.kiro/steering` of the project, or use another `inclusion`.",
  },
} as const;
