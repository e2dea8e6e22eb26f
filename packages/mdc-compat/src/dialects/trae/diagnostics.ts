/** What may be wrong with a rule file of Trae's. Codes are permanent. */
export const traeDiagnostics = {
  "trae/no-front-matter": {
    severity: "info",
    title: "The file has no front matter; the rule is read as one that always applies",
    hint: "Say so with `alwaysApply: true`, or when else it applies.",
  },
  "trae/unseen-front-matter": {
    severity: "warning",
    title: "Trae sees no front matter that is not closed with `---`: it is read as text, and the rule always applies",
    hint: "Put `---` and nothing else below the keys.",
  },
  "trae/always-apply": {
    severity: "warning",
    title: "`alwaysApply` is neither `true` nor `false`; it is read as false",
    hint: "Write `alwaysApply: true` or `alwaysApply: false`.",
  },
  "trae/ignored-globs": {
    severity: "info",
    title: "The patterns have no effect, since the rule always applies",
    hint: "Remove the patterns, or write `alwaysApply: false`.",
  },
  "trae/not-yaml": {
    severity: "info",
    title: "The front matter is not valid YAML; it is read line by line, as Trae's own editor writes it",
    hint: "Nothing has to be done for bare patterns. Put other values that hold signs of YAML's in quotes.",
  },
  "trae/duplicate-key": {
    severity: "warning",
    title: "A key is written twice; the first line counts",
    hint: "Remove one of the two lines.",
  },
} as const;
