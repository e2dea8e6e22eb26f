/** What may be wrong with a file of Cline's. Codes are permanent. */
export const clineDiagnostics = {
  "cline/unreadable": {
    severity: "warning",
    title: "The front matter is not valid YAML, so Cline always applies the rule, with the front matter in its text",
    hint: 'Make it valid; patterns have to be quoted: `paths: ["**/*.ts"]`.',
  },
  "cline/unseen-front-matter": {
    severity: "warning",
    title: "Cline does not see this front matter: it always applies the rule, with the front matter in its text",
    hint: "Cline needs `---` and nothing else on the first line, and again below the keys.",
  },
  "cline/paths-not-a-list": {
    severity: "warning",
    title: "`paths` is not a list, so Cline takes no notice of it and always applies the rule",
    hint: 'Write a list: `paths: ["src/**/*.ts", "src/**/*.tsx"]`.',
  },
  "cline/empty-path": {
    severity: "warning",
    title: "An item of `paths` is empty or no text, so Cline takes no notice of `paths` and always applies the rule",
    hint: "Remove the item. To switch the rule off, write `paths: []`.",
  },
  "cline/excluding-path": {
    severity: "warning",
    title:
      "In Cline the patterns are alternatives, and one with `!` takes in all other files; together they take in nearly everything",
    hint: "Name only the files that the rule is about.",
  },
  "cline/dead-path": {
    severity: "warning",
    title: "A pattern with a slash in front or at its end matches no file in Cline",
    hint: "Write `src/**` in place of `/src/**` or `src/`.",
  },
} as const;
