export const claudeDiagnostics = {
  "claude/unseen-front-matter": {
    title: "The front matter is not closed with `---`, so Claude Code reads it as text and the rule always applies",
    hint: "Add a line with only `---` below the keys.",
  },
  "claude/unreadable": {
    title: "The front matter is not valid YAML, so Claude Code ignores it and the rule always applies",
    hint: 'Put each pattern in quotes: `paths: ["**/*.ts"]`.',
  },
  "claude/no-paths": {
    title: "`paths` has no pattern; Precept reads the rule as one that always applies",
    hint: 'Write a list, `paths: ["src/**/*.ts"]`, or remove the key.',
  },
  "claude/unclosed-class": {
    title: "A pattern has a `[` that is not closed, so it matches nothing",
    hint: "Close the bracket, or write `\\[` if it is part of a file name.",
  },
  "claude/brace-budget": {
    title:
      "The braces in the patterns of the rule expand to more than 1,000 patterns; Claude Code reads braces over the limit literally",
    hint: "Use `*` instead of long lists of alternatives, or split the rule.",
  },
  "claude/byte-order-mark": {
    severity: "info",
    title: "Claude Code before version 2.1.239 skips some files that start with a byte order mark",
    hint: "Save the file without a byte order mark.",
  },
} as const;
