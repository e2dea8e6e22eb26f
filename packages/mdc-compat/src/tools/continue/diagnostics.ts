export const continueDiagnostics = {
  "continue/unreadable": {
    title: "The front matter is not valid YAML, so Continue always applies the rule and includes the front matter in its text",
    hint: 'Correct the YAML. Patterns need quotes: `globs: "**/*.ts"`.',
  },
  "continue/unseen-front-matter": {
    title: "Continue does not detect the front matter, so it always applies the rule and includes the front matter in its text",
    hint: "Save the file without a byte order mark, and close the front matter with `---`.",
  },
  "continue/lost-text": {
    title:
      "Continue reads the first two `---` lines as the delimiters of front matter, so the agent never sees the text above the second one",
    hint: "Use `***` for a horizontal rule, and start the front matter on the first line.",
  },
  "continue/always-apply": {
    title: "`alwaysApply` is neither `true` nor `false`, so Continue ignores it",
    hint: "Write `alwaysApply: true` or `alwaysApply: false`.",
  },
  "continue/comma-globs": {
    title: "Continue reads comma-separated patterns as one pattern, which matches nothing",
    hint: 'Write a list: `globs: ["src/**/*.ts", "src/**/*.tsx"]`.',
  },
  "continue/empty-globs": {
    title: "`globs` has no pattern, so it matches every file",
    hint: "Remove `globs`, or add a pattern.",
  },
  "continue/unusable-globs": {
    title: "`globs` is neither a string nor a list of strings, so the rule never applies",
    hint: 'Write `globs: "src/**/*.ts"`, or a list.',
  },
  "continue/dead-glob": {
    title: "A pattern matches no file in Continue",
    hint: "Write `src/**` instead of `/src/**`, `./src/**` or `src/`.",
  },
  "continue/regex": {
    title:
      "`regex` matches file contents, which Precept does not read; Precept reads the rule as one that has to be requested by name",
    hint: "Use `globs` if the rule should apply by file in other tools too.",
  },
} as const;
