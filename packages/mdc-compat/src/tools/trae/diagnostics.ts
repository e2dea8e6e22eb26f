export const traeDiagnostics = {
  "trae/no-front-matter": {
    severity: "info",
    title: "The file has no front matter; Precept reads the rule as one that always applies",
    hint: "Add front matter with `alwaysApply: true`, `globs` or `description`.",
  },
  "trae/unseen-front-matter": {
    title: "The front matter is not closed with `---`, so Trae reads it as text and the rule always applies",
    hint: "Add a line with only `---` below the keys.",
  },
  "trae/always-apply": {
    title: "`alwaysApply` is neither `true` nor `false`; Precept reads it as `false`",
    hint: "Write `alwaysApply: true` or `alwaysApply: false`.",
  },
  "trae/ignored-globs": {
    severity: "info",
    title: "The patterns have no effect because the rule always applies",
    hint: "Remove the patterns, or write `alwaysApply: false`.",
  },
  "trae/not-yaml": {
    severity: "info",
    title: "The front matter is not valid YAML; Precept reads it line by line, because Trae's own editor writes it that way",
    hint: "Patterns need no quotes. Put quotes around other values that contain special YAML characters.",
  },
  "trae/duplicate-key": {
    title: "A key is defined twice; the first definition is used",
    hint: "Remove one of the two lines.",
  },
} as const;
