import type { Dialect } from "../../dialect.ts";
import { copilot, copilotRepository } from "./codec.ts";
import { copilotFacts, copilotRepositoryFacts } from "./facts.ts";

/**
 * VS Code also reads `.claude/rules`, which Copilot on GitHub and on the command line do not: a rule that reaches the agent twice does less harm than one
 * that does not reach it.
 */
export const copilotDialect: Dialect = {
  id: "copilot",
  title: "GitHub Copilot",
  aliases: ["github-copilot", "vscode"],
  formats: [
    {
      facts: copilotFacts,
      codec: copilot,
      places: [{ dir: ".github/instructions" }, { dir: ".copilot/instructions", personal: true }],
    },
    {
      facts: copilotRepositoryFacts,
      codec: copilotRepository,
      places: [
        { dir: ".github", files: ["copilot-instructions.md"] },
        { dir: ".copilot", files: ["copilot-instructions.md"], personal: true },
      ],
    },
  ],
  alsoReads: ["agents"],
  output: { kind: "files", facts: copilotFacts, codec: copilot, dir: ".github/instructions", nested: false },
};
