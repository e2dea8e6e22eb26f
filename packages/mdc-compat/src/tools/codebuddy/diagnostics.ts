export const codebuddyDiagnostics = {
  "codebuddy/unseen-front-matter": {
    title: "The front matter is not closed with `---`; Precept reads it as text, and the rule always applies",
    hint: "Add a line with only `---` below the keys.",
  },
  "codebuddy/unreadable": {
    title: "The front matter is not valid YAML; Precept reads the rule as one that always applies",
    hint: 'Put each pattern in quotes: `paths: ["**/*.ts"]`.',
  },
  "codebuddy/always-apply": {
    title: "`alwaysApply` is neither `true` nor `false`",
    hint: "Write `alwaysApply: true` or `alwaysApply: false`.",
  },
} as const;
