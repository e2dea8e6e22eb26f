/** What stands at a path of a fixture: a text, or a link to a path relative to it. */
export type FixtureEntry = string | { readonly link: string } | { readonly text: string; readonly mode: number };

/** Repositories with the traits of real ones, by name. The texts are ours. */
export const fixtures: Readonly<Record<string, Readonly<Record<string, FixtureEntry>>>> = {
  "CLAUDE.md is a link to AGENTS.md": {
    "AGENTS.md":
      "# Working on the query library\n\n## Commands\n\n- `npm run build` compiles the library.\n- `npm test` needs the databases of `docker compose up`.\n\n## Style\n\n- Export types with `export type`.\n- Use `#private` members, not `private`.\n",
    "CLAUDE.md": { link: "AGENTS.md" },
    "GEMINI.md": { link: "AGENTS.md" },
    "site/README.md": "# Site\n",
    "src/query.ts": "export {};\n",
  },
  "a monorepo whose tools half agree": {
    "AGENTS.md": "# Repository\n\nUse pnpm. Run `pnpm check` before a commit.\n\nOne change per pull request.\n",
    "CLAUDE.md":
      "# Repository\n\nUse pnpm. Run `pnpm check` before a commit.\n\nOne change per pull request.\n\nAsk before you add a dependency.\n",
    ".github/copilot-instructions.md":
      "# Repository\n\nUse pnpm. Run `pnpm check` before a commit.\n\nOne change per pull request.\n",
    ".github/instructions/api.instructions.md":
      '---\napplyTo: "packages/api/**/*.ts"\n---\n\nEvery handler validates its input with a schema.\n',
    ".github/instructions/frontend/forms.instructions.md":
      '---\napplyTo: "packages/web/**/*.tsx"\n---\n\nLabels belong to their fields.\n',
    ".cursor/rules/api.mdc":
      "---\ndescription: Handlers of the API\nglobs: packages/api/**/*.ts\nalwaysApply: false\n---\n\nEvery handler validates its input with a schema.\n",
    ".cursor/rules/release.mdc":
      "---\ndescription: How to publish a release\nalwaysApply: false\n---\n\nWrite the notes first.\n",
    ".cursor/rules/scratch.mdc": "---\nalwaysApply: false\n---\n\nNotes for a manual review.\n",
    "packages/api/AGENTS.md": "# API\n\nNo handler opens a transaction by itself.\n",
    "packages/api/CLAUDE.md": "# API\n\nNo handler opens a transaction by itself.\n",
    "packages/web/AGENTS.md": "# Web\n\nComponents have a story.\n",
    "packages/create-app/templates/basic/AGENTS.md": "# Your app\n\nReplace this text.\n",
    "packages/lint/tests/fixtures/.cursor/rules/broken.mdc": "---\nglobs: [\n---\n\nA broken rule.\n",
    "worktrees/feature/AGENTS.md": "# Repository\n\nAn older text.\n",
    "packages/api/src/orders.ts": "export {};\n",
  },
  "references, skills and Windows line ends": {
    "CLAUDE.md": "# Service\r\n\r\nRead @docs/architecture.md first.\r\n\r\n@docs/style.md\r\n",
    "GEMINI.md": "# Service\n\n@docs/architecture.md\n\nAnswer in English.",
    "docs/architecture.md": "# Architecture\n\nQueues between all services.\n",
    "docs/style.md": "# Style\n\nNo abbreviations.\n",
    ".claude/rules/tests.md": "---\npaths:\n  - test/**/*.py\n---\n\nOne behaviour per test.\r\n",
    ".claude/rules/naming.md": { text: "\uFEFFNames of modules are nouns.\n", mode: 0o600 },
    ".claude/skills/deploy/SKILL.md":
      "---\nname: deploy\ndescription: Deploys the service to the staging cluster.\n---\n\n1. Build the image.\n2. Run `make deploy`.\n",
    ".claude/skills/deploy/check.sh": { text: "#!/bin/sh\nexit 0\n", mode: 0o755 },
    ".agents/skills/triage/SKILL.md": "---\nname: triage\ndescription: Sorts new issues.\n---\n\nLabel each issue.\n",
  },
};
