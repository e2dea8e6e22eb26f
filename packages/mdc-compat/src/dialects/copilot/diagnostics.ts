/** What may be wrong with an instructions file of Copilot's. Codes are permanent. */
export const copilotDiagnostics = {
  "copilot/unclosed": {
    severity: "warning",
    title: "The front matter is not closed; VS Code takes the whole file for it, and the rule has no text",
    hint: "Close the front matter with a line `---`.",
  },
  "copilot/no-front-matter": {
    severity: "info",
    title: "The file has no front matter, so the rule applies only when it is attached by hand",
    hint: "Add a front matter with `applyTo` or `description`.",
  },
  "copilot/not-text": {
    severity: "warning",
    title: "The value is no text, and VS Code takes no notice of it",
  },
  "copilot/no-patterns": {
    severity: "warning",
    title: "`applyTo` holds no pattern, so the rule does not apply by file",
    hint: 'Write `applyTo: "**/*.ts"`, or `applyTo: "**"` for a rule that always applies, or remove the key.',
  },
  "copilot/dead-pattern": {
    severity: "warning",
    title: "A pattern finds other files in VS Code than it seems to, or none",
  },
  "copilot/match-all": {
    severity: "info",
    title: "One pattern stands for everything, so that the rule always applies and the others have no effect",
    hint: "Remove it, or the others.",
  },
  "copilot/not-yaml": {
    severity: "info",
    title: "The value is not valid YAML, or another one there; VS Code reads it as it stands",
    hint: "Put the value in quotes: other parts of Copilot may read it differently.",
  },
  "copilot/block-value": {
    severity: "warning",
    title: "The value spans several lines; some versions of VS Code read only the first",
    hint: "Put the value on one line.",
  },
  "copilot/after-quote": {
    severity: "warning",
    title: "VS Code reads the value up to the quote that closes it, and nothing behind",
    hint: "Put one pair of quotes around the whole value.",
  },
  "copilot/duplicate-key": {
    severity: "warning",
    title: "A key is written twice; the first line counts",
    hint: "Remove one of the two lines.",
  },
  "copilot/stray-line": {
    severity: "warning",
    title: "A line of the front matter is neither a key nor part of a value",
    hint: "Remove the line, or move it below the front matter.",
  },
  "copilot/tab": {
    severity: "warning",
    title: "A line of the front matter begins with a tab, which VS Code takes for an error",
    hint: "Indent with spaces.",
  },
} as const;
