/** What may be wrong with a rule file of Claude Code's. Codes are permanent. */
export const claudeDiagnostics = {
  "claude/unseen-front-matter": {
    severity: "warning",
    title: "Claude Code sees no front matter that is not closed with `---`: it is read as text, and the rule always applies",
    hint: "Put `---` and nothing else below the keys.",
  },
  "claude/unreadable": {
    severity: "warning",
    title: "Claude Code takes no notice of a front matter that is not valid YAML; the rule always applies",
    hint: 'Put each pattern in quotes: `paths: ["**/*.ts"]`.',
  },
  "claude/no-paths": {
    severity: "warning",
    title: "`paths` holds no pattern; the rule is read as one that always applies",
    hint: 'Write a list, `paths: ["src/**/*.ts"]`, or remove the key.',
  },
  "claude/unclosed-class": {
    severity: "warning",
    title: "A pattern has a `[` that is never closed, and matches nothing",
    hint: "Close the bracket, or write `\\[` where it is part of a name.",
  },
  "claude/brace-budget": {
    severity: "warning",
    title: "The braces of all patterns of the rule stand for more than 1000 patterns; those over the limit are read literally",
    hint: "Use `*` in place of long lists of alternatives, or split the rule.",
  },
  "claude/byte-order-mark": {
    severity: "info",
    title: "Claude Code before 2.1.239 passed over some files that begin with a byte order mark",
    hint: "Save the file without it.",
  },
} as const;
