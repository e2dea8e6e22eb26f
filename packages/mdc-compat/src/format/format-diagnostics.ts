/** Diagnostics that files of any dialect can have. Codes are permanent. */
export const formatDiagnostics = {
  "dialect/similar-key": {
    severity: "warning",
    title: "A key is unknown to the tool, but similar to a known key",
  },
  "dialect/foreign-key": {
    severity: "warning",
    title: "A key belongs to another tool and has no effect here",
  },
  "dialect/front-matter-as-text": {
    severity: "warning",
    title: "The tool does not support front matter and reads it as text",
    hint: "Remove the front matter. If the rule should not always apply, write it in a format that supports that.",
  },
  "dialect/too-long": {
    severity: "warning",
    title: "The file exceeds a size limit of its tool",
    hint: "Shorten the file, or split it into several rules.",
  },
  "dialect/long": {
    severity: "info",
    title: "The file exceeds a size limit that some features of its tool have",
    hint: "Put the most important text first.",
  },
} as const;
