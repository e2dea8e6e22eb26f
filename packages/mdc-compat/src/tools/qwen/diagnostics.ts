export const qwenDiagnostics = {
  "qwen/unseen-front-matter": {
    title: "Qwen Code does not detect the front matter and reads it as text, so the rule always applies",
    hint: "Put `---` on the first line, and a line with only `---` below the keys.",
  },
  "qwen/unreadable": {
    title: "The front matter is not valid YAML, so the rule always applies",
    hint: 'Put each pattern in quotes: `paths: ["**/*.ts"]`.',
  },
  "qwen/comma-paths": {
    title: "`paths` is one string with commas, which Qwen Code reads as a single pattern",
    hint: 'Write a list: `paths: ["src/**/*.ts", "test/**/*.ts"]`.',
  },
} as const;
