/** What may be wrong with files of every dialect. Codes are permanent. */
export const formatDiagnostics = {
  "dialect/similar-key": {
    severity: "warning",
    title: "A key looks like one that the tool knows, but is not",
  },
  "dialect/foreign-key": {
    severity: "warning",
    title: "A key of other tools decides nothing here",
  },
  "dialect/front-matter-as-text": {
    severity: "warning",
    title: "The tool knows no front matter, and reads it as text",
    hint: "Remove it. Where the rule should not always apply, keep it in a format that can say so.",
  },
  "dialect/too-long": {
    severity: "warning",
    title: "The file is longer than what its tool reads",
    hint: "Shorten it, or split it into several rules.",
  },
  "dialect/long": {
    severity: "info",
    title: "The file is longer than what a part of its tool reads",
    hint: "Put what matters most at the beginning.",
  },
} as const;
