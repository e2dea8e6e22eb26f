/** What may be wrong with a file of Cursor's. Codes are permanent. */
export const cursorDiagnostics = {
  "cursor/not-yaml": {
    severity: "info",
    title: "The front matter is not valid YAML; Cursor reads it all the same",
    hint: "Nothing has to be done for Cursor. Other programs may refuse the file.",
  },
  "cursor/quoted-globs": {
    severity: "warning",
    title: "The patterns are in quotes, which some versions of Cursor take as part of the pattern",
    hint: "Write them bare, with commas between them: `globs: src/**/*.ts, src/**/*.tsx`.",
  },
  "cursor/globs-list": {
    severity: "warning",
    title: "The patterns are a list, which some versions of Cursor read as no pattern at all",
    hint: "Write them bare, on one line, with commas between them: `globs: src/**/*.ts, src/**/*.tsx`.",
  },
  "cursor/trailing-comment": {
    severity: "warning",
    title: "A comment follows the value; some versions of Cursor take it as part of the value",
    hint: "Put the comment on a line of its own.",
  },
  "cursor/block-value": {
    severity: "warning",
    title: "The value spans several lines; some versions of Cursor read only the first",
    hint: "Put the value on one line.",
  },
  "cursor/always-apply": {
    severity: "warning",
    title: "`alwaysApply` is neither `true` nor `false`",
    hint: "Write `alwaysApply: true` or `alwaysApply: false`.",
  },
  "cursor/duplicate-key": {
    severity: "warning",
    title: "A key is written twice; the first line counts",
    hint: "Remove one of the two lines.",
  },
  "cursor/stray-line": {
    severity: "warning",
    title: "A line of the front matter is neither a key nor part of a value",
    hint: "Remove the line, or move it below the front matter.",
  },
  "cursor/similar-key": {
    severity: "warning",
    title: "A key looks like one that Cursor knows, but is not",
  },
  "cursor/ignored-globs": {
    severity: "info",
    title: "The patterns have no effect, since the rule always applies",
    hint: "Remove the patterns, or write `alwaysApply: false`.",
  },
  "cursor/no-front-matter": {
    severity: "info",
    title: "The file has no front matter, so the rule applies only when it is asked for by name",
    hint: "Add a front matter with `description`, `globs` or `alwaysApply: true`.",
  },
  "cursor/folder-rule": {
    severity: "warning",
    title: "`RULE.md` in a folder was a rule in Cursor 2.2 only; current versions ignore it",
    hint: "Save it as `name.mdc` in `.cursor/rules`.",
  },
} as const;
