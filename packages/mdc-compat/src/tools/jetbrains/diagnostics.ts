export const jetbrainsDiagnostics = {
  "jetbrains/unseen-front-matter": {
    title: "The front matter is not closed with `---`; Precept reads it as text, and the rule always applies",
    hint: "Add a line with only `---` below the keys.",
  },
  "jetbrains/not-yaml": {
    severity: "info",
    title: "The front matter is not valid YAML; Precept reads each line on its own",
    hint: "Put quotes around the value. Only `patterns` needs none.",
  },
  "jetbrains/duplicate-key": {
    title: "A key is defined twice; the first definition is used",
    hint: "Remove one of the two lines.",
  },
  "jetbrains/unknown-type": {
    title: "`apply` has an unknown value; Precept reads the rule as one that always applies",
    hint: "Write `always`, `manually`, `by model decision` or `by file patterns`.",
  },
  "jetbrains/no-patterns": {
    title: "With `apply: by file patterns` but no pattern, the rule never applies",
    hint: "Add `patterns: src/**/*.ts`.",
  },
  "jetbrains/no-instructions": {
    title: "`apply: by model decision` requires `instructions`, which the model uses to choose rules",
    hint: "Add `instructions`.",
  },
} as const;
