export const clineDiagnostics = {
  "cline/unreadable": {
    title: "The front matter is not valid YAML, so Cline always applies the rule and includes the front matter in its text",
    hint: 'Correct the YAML. Patterns need quotes: `paths: ["**/*.ts"]`.',
  },
  "cline/unseen-front-matter": {
    title: "Cline does not detect the front matter, so it always applies the rule and includes the front matter in its text",
    hint: "Write only `---` on the first line, and again on a line below the keys.",
  },
  "cline/paths-not-a-list": {
    title: "`paths` is not a list, so Cline ignores it and always applies the rule",
    hint: 'Write a list: `paths: ["src/**/*.ts", "src/**/*.tsx"]`.',
  },
  "cline/empty-path": {
    title: "An item of `paths` is empty or not a string, so Cline ignores `paths` and always applies the rule",
    hint: "Remove the item. To disable the rule, write `paths: []`.",
  },
  "cline/excluding-path": {
    title:
      "In Cline a file has to match only one of the patterns, and a pattern with `!` matches all other files, so together they match nearly every file",
    hint: "List only patterns of files that the rule is about.",
  },
  "cline/dead-path": {
    title: "A pattern with a leading or trailing slash matches no file in Cline",
    hint: "Write `src/**` instead of `/src/**` or `src/`.",
  },
} as const;
