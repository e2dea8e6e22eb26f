/** A file that rules can refer to with `@`. */
export const guidePath = "docs/guide.md";

/** Files that are Markdown without front matter. They can be links to each other. */
export const plainPaths: readonly string[] = [
  "CLAUDE.md",
  "AGENTS.md",
  "GEMINI.md",
  ".github/copilot-instructions.md",
  "packages/a/AGENTS.md",
  "packages/a/CLAUDE.md",
  "packages/b/src/GEMINI.md",
  "packages/b/AGENTS.md",
  "local/AGENTS.md",
  ".cursorrules",
  ".windsurfrules",
];

const cursorHeaders = [
  "alwaysApply: true",
  "description: About carts\nglobs: src/**/*.ts\nalwaysApply: false",
  "description: When carts are changed\nalwaysApply: false",
  "alwaysApply: false",
];

/** Files with front matter, with the headers that they can have. An empty header is none. */
export const headedPaths: ReadonlyMap<string, readonly string[]> = new Map([
  [".cursor/rules/style.mdc", cursorHeaders],
  [".cursor/rules/api.mdc", cursorHeaders],
  [".cursor/rules/mine.mdc", cursorHeaders],
  ["packages/a/.cursor/rules/local.mdc", cursorHeaders],
  [".claude/rules/testing.md", ["", "paths:\n  - src/**/*.test.ts"]],
  [".github/instructions/api.instructions.md", ['applyTo: "src/api/**"', 'applyTo: "**"']],
  [
    ".kiro/steering/product.md",
    ["", "inclusion: always", 'inclusion: fileMatch\nfileMatchPattern: "src/**"', "inclusion: manual"],
  ],
  [".windsurf/rules/style.md", ["trigger: always_on", "trigger: glob\nglobs: src/**", "trigger: manual"]],
  [".clinerules/style.md", ["", "paths:\n  - src/**"]],
  [".claude/skills/deploy/SKILL.md", ["name: deploy\ndescription: How to deploy"]],
  [".agents/skills/review/SKILL.md", ["name: review\ndescription: How to review"]],
  [".claude/commands/fix.md", ["", "description: How to fix an issue\nargument-hint: number"]],
  [".cursor/commands/fix.md", [""]],
  [
    ".claude/agents/reviewer.md",
    ["name: reviewer\ndescription: Reviews changes", "name: reviewer\ndescription: Reviews\ntools: Read, Grep"],
  ],
]);

/** Files that have values of several tools and users, each with the key of the values that are items. */
export const sharedPaths: ReadonlyMap<string, "mcpServers" | "permissions"> = new Map([
  [".mcp.json", "mcpServers"],
  [".cursor/mcp.json", "mcpServers"],
  [".gemini/settings.json", "mcpServers"],
  [".claude/settings.json", "permissions"],
]);

/** Files whose lines are patterns of files that a tool ignores. */
export const ignoreFilePaths: readonly string[] = [".cursorignore", ".geminiignore"];

/** Rule files that no import takes, because they are fixtures or templates of the project. */
export const excludedPaths: readonly string[] = ["tests/fixtures/AGENTS.md", "templates/CLAUDE.md"];

/** Rule files that a repository of git ignores. In a project without git they are like others. */
export const ignoredPaths: readonly string[] = ["local/AGENTS.md", ".cursor/rules/mine.mdc"];

/** Files of the project that a user asks about. Every directory with rule files is above one of them. */
export const requestedPaths: readonly string[] = ["src/api/cart.test.ts", "packages/a/main.ts", "packages/b/src/main.ts"];
