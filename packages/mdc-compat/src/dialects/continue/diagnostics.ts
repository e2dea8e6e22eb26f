/** What may be wrong with a file of Continue's. Codes are permanent. */
export const continueDiagnostics = {
  "continue/unreadable": {
    severity: "warning",
    title: "The front matter is not valid YAML, so Continue always applies the rule, with the front matter in its text",
    hint: 'Make it valid; patterns have to be quoted: `globs: "**/*.ts"`.',
  },
  "continue/unseen-front-matter": {
    severity: "warning",
    title: "Continue does not see this front matter: it always applies the rule, with the front matter in its text",
    hint: "Save the file without a byte order mark, and close the front matter with `---`.",
  },
  "continue/lost-text": {
    severity: "warning",
    title:
      "The agent never reads what stands above the second `---`: Continue takes the two lines for the fences of a front matter",
    hint: "Write `***` where a line is meant, and put the front matter on the first line.",
  },
  "continue/always-apply": {
    severity: "warning",
    title: "`alwaysApply` is neither `true` nor `false`, and Continue takes no notice of it",
    hint: "Write `alwaysApply: true` or `alwaysApply: false`.",
  },
  "continue/comma-globs": {
    severity: "warning",
    title: "Continue reads patterns with commas between them as one pattern, which matches nothing",
    hint: 'Write a list: `globs: ["src/**/*.ts", "src/**/*.tsx"]`.',
  },
  "continue/empty-globs": {
    severity: "warning",
    title: "`globs` without a pattern stands for every file: the rule applies with any of them",
    hint: "Remove `globs`, or fill it in.",
  },
  "continue/unusable-globs": {
    severity: "warning",
    title: "`globs` is neither a text nor a list of texts, so the rule never applies",
    hint: 'Write `globs: "src/**/*.ts"`, or a list.',
  },
  "continue/dead-glob": {
    severity: "warning",
    title: "A pattern matches no file in Continue",
    hint: "Write `src/**` in place of `/src/**`, `./src/**` or `src/`.",
  },
  "continue/regex": {
    severity: "warning",
    title:
      "`regex` asks for the contents of files, which Precept does not open; the rule is read as one that has to be asked for by name",
    hint: "Use `globs` where the rule should apply by file everywhere.",
  },
} as const;
