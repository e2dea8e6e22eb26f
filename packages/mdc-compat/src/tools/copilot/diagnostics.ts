export const copilotDiagnostics = {
  "copilot/unclosed": {
    title: "The front matter is not closed, so VS Code reads the whole file as front matter and the rule has no text",
    hint: "Add a line with only `---` below the keys.",
  },
  "copilot/no-front-matter": {
    severity: "info",
    title: "The file has no front matter, so the rule applies only when the user attaches it",
    hint: "Add front matter with `applyTo` or `description`.",
  },
  "copilot/not-text": { title: "The value is not a string, so VS Code ignores it" },
  "copilot/no-patterns": {
    title: "`applyTo` has no pattern, so the rule does not apply by file",
    hint: 'Write `applyTo: "**/*.ts"`, or `applyTo: "**"` for a rule that always applies, or remove the key.',
  },
  "copilot/dead-pattern": { title: "A pattern matches other files in VS Code than intended, or none" },
  "copilot/match-all": {
    severity: "info",
    title: "One of the patterns matches everything, so the rule always applies and the other patterns have no effect",
    hint: "Remove that pattern, or the others.",
  },
  "copilot/not-yaml": {
    severity: "info",
    title: "The value is not valid YAML, or has a different meaning in YAML; VS Code reads it literally",
    hint: "Put quotes around the value. Other parts of Copilot may read it differently.",
  },
  "copilot/block-value": {
    title: "The value spans several lines; some versions of VS Code read only the first line",
    hint: "Put the value on one line.",
  },
  "copilot/after-quote": {
    title: "There is text after the closing quote, which VS Code ignores",
    hint: "Put one pair of quotes around the whole value.",
  },
  "copilot/duplicate-key": {
    title: "A key is defined twice; the first definition is used",
    hint: "Remove one of the two lines.",
  },
  "copilot/stray-line": {
    title: "A line of the front matter is neither a key nor part of a value",
    hint: "Remove the line, or move it below the front matter.",
  },
  "copilot/tab": {
    title: "A line of the front matter starts with a tab, which is an error in VS Code",
    hint: "Indent with spaces.",
  },
} as const;
