export const skillDiagnostics = {
  "skill/unseen-front-matter": {
    title: "Tools do not detect the front matter of the skill, so it has no description",
    hint: "Put `---` on the first line, and a line with only `---` below the keys.",
  },
  "skill/byte-order-mark": {
    title: "The skill starts with a byte order mark, so some tools do not load it",
    hint: "Save the file without a byte order mark.",
  },
  "skill/unreadable": {
    title: "The front matter is not valid YAML, so most tools do not load the skill",
    hint: "Put the description in double quotes.",
  },
  "skill/no-description": {
    title: "The skill has no description, so most tools do not load it",
    hint: "Add `description`: what the skill does, and when to use it.",
  },
  "skill/long-description": {
    title: "The description is longer than 1,024 bytes, so some tools do not load the skill",
    hint: "Shorten the description, and move details into the text.",
  },
  "skill/invalid-name": {
    title: "The name of the skill is not valid",
    hint: "Use 1 to 64 lower-case letters, digits and single hyphens.",
  },
  "skill/other-name": {
    title: "The name of the skill is not the name of its folder, so some tools do not load it",
    hint: "Rename the folder, or change `name`.",
  },
  "skill/paths-not-a-list": {
    title: "`paths` is not a list, so Qwen Code does not load the skill",
    hint: 'Write a list: `paths: ["src/**/*.ts"]`.',
  },
  "skill/outside-paths": {
    title: "A pattern in `paths` starts with `/` or `../`, so Qwen Code does not load the skill",
    hint: "Write patterns relative to the project.",
  },
  "skill/unreachable": {
    title: "Neither the agent nor the user can call the skill",
    hint: "Set `user-invocable: true`, or remove `disable-model-invocation`.",
  },
  "skill/dropped": {
    severity: "error",
    title: "The tool does not load the skill",
    hint: "Correct what the other diagnostics of the file report.",
  },
} as const;
