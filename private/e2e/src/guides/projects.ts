/** In parts, so that no scanner takes it for a secret of this repository. */
const token = ["ghp", "16C7e42F292c6912E7710c838347Ae178B4a"].join("_");

/** The files of the projects in the guides, by project and path. */
export const guideProjects: Readonly<Record<string, Readonly<Record<string, string | { readonly link: string }>>>> = {
  /** A directory without a repository. */
  empty: {},
  repository: {
    "README.md": "# Shop\n",
  },
  ci: {
    "package.json": '{ "private": true }\n',
    ".gitignore": "node_modules\nprecept.*\n",
    ".precept/config.yaml": "export:\n  to: [claude]\n",
    ".precept/rules/style.md": "---\nname: style\ndescription: Style\n---\n\nUse named exports.\n",
  },
  policies: {
    "src/pay.ts": `export const currency = "EUR";\n\n/** Of the payment service. */\nconst token = "${token}";\n`,
  },
  served: {
    ".precept/rules/cart.md": '---\nname: cart\ndescription: The cart\nglobs: ["src/cart*"]\n---\n\nAmounts are in cents.\n',
  },
  lefthook: {
    "package.json": '{ "private": true }\n',
    ".gitignore": "node_modules\n",
  },
  "cursor-only": {
    ".cursor/rules/style.mdc": "---\nalwaysApply: true\n---\n\nUse named exports.\n",
    ".cursor/rules/api.mdc":
      "---\ndescription: Handlers of the API\nglobs: src/api/**/*.ts\nalwaysApply: false\n---\n\nValidate the input of each handler with a schema.\n",
    ".cursor/rules/release.mdc":
      "---\ndescription: How to publish a release\nalwaysApply: false\n---\n\nWrite the release notes before you set the version.\n",
    "src/api/orders.ts": "export {};\n",
  },
  "claude-link": {
    "AGENTS.md": "# Conventions\n\nRun `npm test` before a commit.\n",
    "CLAUDE.md": { link: "AGENTS.md" },
  },
  "claude-copy": {
    "AGENTS.md": "# Conventions\n\nRun `npm test` before a commit.\n",
    "CLAUDE.md": "# Conventions\n\nRun `npm test` before a commit.\n",
  },
  copilot: {
    ".github/copilot-instructions.md": "Answer in English.\n",
    ".github/instructions/sql.instructions.md": '---\napplyTo: "**/*.sql"\n---\n\nName constraints explicitly.\n',
    "db/orders.sql": "select 1;\n",
  },
  "half-agreeing": {
    "AGENTS.md":
      "# Conventions\n\nUse pnpm.\n\nRun `pnpm check` before a commit.\n\nOne change per pull request.\n\nWrite tests for each fix.\n\nDo not edit generated files.\n",
    "CLAUDE.md":
      "# Conventions\n\nUse pnpm.\n\nRun `pnpm check` before a commit.\n\nOne change per pull request.\n\nWrite tests for each fix.\n\nDo not edit generated files.\n\nAsk before you add a dependency.\n",
    ".cursor/rules/conventions.mdc":
      "---\nalwaysApply: true\n---\n\n# Conventions\n\nUse pnpm.\n\nRun `pnpm check` before a commit.\n\nOne change per pull request.\n\nWrite tests for each fix.\n\nDo not edit generated files.\n",
  },
  clash: {
    ".cursor/rules/testing.mdc": "---\nalwaysApply: true\n---\n\n# How we test\n\nTest each fix.\n",
    ".claude/rules/testing.md": "Run the tests with `pnpm test`.\n",
  },
  joined: {
    ".precept/rules/money.md": "---\nname: money\ndescription: Amounts\n---\n\nAmounts are integers, in cents.\n",
    ".precept/rules/tests.md": "---\nname: tests\ndescription: Tests\n---\n\nWrite a test for each fix.\n",
  },
  skills: {
    ".claude/skills/deploy/SKILL.md":
      "---\nname: deploy\ndescription: Deploys the service to the staging cluster.\n---\n\n1. Build the image.\n2. Run `scripts/deploy.sh`.\n3. Compare the output with `references/output.md`.\n",
    ".claude/skills/deploy/scripts/deploy.sh": "#!/bin/sh\nmake deploy\n",
    "CLAUDE.md": "Use tabs.\n",
  },
  ignored: {
    ".precept/rules/money.md":
      '---\nname: money\ndescription: Amounts\ninclusion: fileMatch\nglobs: ["src/cart/**"]\nchecks: [MONEY-FLOAT]\n---\n\nAmounts are integers, in cents. Never use `parseFloat()`.\n',
    ".precept/policies/money.yaml":
      "id: MONEY-FLOAT\nseverity: LOW\nmode: shadow\nmatch: { pattern: '\\bparseFloat\\(', context_filter: { subject: file } }\nmessage: Amounts are integers.\ntests: { valid: ['parseInt(a)'], invalid: ['parseFloat(a)'] }\n",
    "src/cart/total.ts": "export {};\n",
    /** What the hooks of an agent receive in a session. */
    "session.jsonl": `${[
      '{"session_id":"s-7d1","prompt_id":"1","hook_event_name":"SessionStart","source":"startup"}',
      '{"session_id":"s-7d1","prompt_id":"1","hook_event_name":"UserPromptSubmit","prompt":"Add the total of the cart"}',
      '{"session_id":"s-7d1","prompt_id":"1","hook_event_name":"PreToolUse","tool_name":"Write","tool_use_id":"t1","tool_input":{"file_path":"src/cart/sum.ts","content":"const sum = parseFloat(text);"}}',
      '{"session_id":"s-7d1","prompt_id":"1","hook_event_name":"PreToolUse","tool_name":"Write","tool_use_id":"t2","tool_input":{"file_path":"src/cart/total.ts","content":"const total = parseInt(text);"}}',
      '{"session_id":"s-7d1","prompt_id":"1","hook_event_name":"SessionStart","source":"compact"}',
      '{"session_id":"s-7d1","prompt_id":"1","hook_event_name":"PreToolUse","tool_name":"Write","tool_use_id":"t3","tool_input":{"file_path":"src/cart/tax.ts","content":"const tax = parseFloat(text);"}}',
    ].join("\n")}\n`,
  },
  evals: {
    ".precept/rules/money.md":
      "---\nname: money\ndescription: Amounts\nchecks: [MONEY-FLOAT]\n---\n\nAmounts are integers, in cents. Never use `parseFloat()`.\n",
    ".precept/rules/tests.md": "---\nname: tests\ndescription: Tests\n---\n\nWrite a test for each fix.\n",
    ".precept/policies/money.yaml":
      "id: MONEY-FLOAT\nseverity: LOW\nmode: shadow\nmatch: { pattern: '\\bparseFloat\\(' }\nmessage: Amounts are integers.\ntests: { valid: ['parseInt(a)'], invalid: ['parseFloat(a)'] }\n",
    /** In place of an agent: it follows the rule if it has it. */
    "agent.mjs":
      'import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";\nconst rules = existsSync("AGENTS.md") ? readFileSync("AGENTS.md", "utf8") : "";\nmkdirSync("src/cart", { recursive: true });\nwriteFileSync("src/cart/total.ts", `export const parse = ${rules.includes("cents") ? "parseInt(text)" : "parseFloat(text)"};\\n`);\n',
  },
  items: {
    ".claude/commands/review.md":
      '---\ndescription: Reviews the changes\nargument-hint: "[focus]"\n---\n\nReview this, with a focus on $ARGUMENTS:\n\n!`git diff`\n',
    ".claude/agents/security.md":
      "---\nname: security\ndescription: Looks for security problems\ntools: Read, Grep\nmodel: opus\n---\n\nYou look for input that reaches a shell.\n",
    ".claude/settings.json": '{ "permissions": { "allow": ["Bash(git diff:*)"], "deny": ["Read(./.env)"] } }\n',
    ".mcp.json": `{ "mcpServers": { "issues": { "command": "issues-server", "env": { "ISSUES_TOKEN": "${token}" } } } }\n`,
    ".cursorignore": "dist/\n",
  },
  samples: {
    ".precept/rules/coding-standards.md":
      '---\nname: coding-standards\ndescription: Standards for Go code\nglobs: ["**/*.go"]\n---\n\nFormat with `go fmt`, and run `go vet` and `golangci-lint` before a commit.\n\nWrap errors with `%w`. `context.Context` is the first parameter of exported functions.\n',
    ".precept/rules/language.md": "---\nname: language\ndescription: The language of answers\n---\n\nAnswer in English.\n",
    ".precept/rules/release.md":
      "---\nname: release\ndescription: How to publish a release\ninclusion: agentRequested\n---\n\nWrite the release notes before you set the version.\n",
    ".precept/rules/security-review.md":
      "---\nname: security-review\ndescription: A review for security\ninclusion: manual\n---\n\nLook for input that reaches a shell.\n",
    "cmd/main.go": "package main\n",
    "README.md": "# Service\n",
  },
  "samples-mdc": {
    ".goagent/rules/coding-standards.mdc":
      '---\ndescription: Standards for Go code\nglobs:\n  - "**/*.go"\nalwaysApply: false\n---\n\nFormat with `go fmt`, and run `go vet` and `golangci-lint` before a commit.\n\nWrap errors with `%w`. `context.Context` is the first parameter of exported functions.\n',
    ".goagent/rules/language.mdc": "---\nalwaysApply: true\n---\n\nAnswer in English.\n",
    ".goagent/rules/release.mdc":
      "---\ndescription: How to publish a release\nalwaysApply: false\n---\n\nWrite the release notes before you set the version.\n",
  },
};
