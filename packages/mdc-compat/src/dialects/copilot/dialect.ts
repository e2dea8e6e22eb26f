import type { Dialect } from "../../model/dialect.ts";
import { skillFormats } from "../../skills/formats.ts";
import { copilot, copilotRepository } from "./codec.ts";
import { copilotSpec, copilotRepositorySpec } from "./spec.ts";

/** VS Code also reads `.claude/rules`, but Copilot on GitHub and Copilot CLI do not, so an export does not rely on it. */
export const copilotDialect: Dialect<"copilot"> = {
  id: "copilot",
  title: "GitHub Copilot",
  aliases: ["github-copilot", "vscode", "copilot-cli"],
  formats: [
    {
      spec: copilotSpec,
      codec: copilot,
      // Copilot CLI reads the directories from the repository root to the file in work: https://docs.github.com/en/copilot
      locations: [
        { dir: ".github/instructions", nested: true },
        { dir: ".copilot/instructions", personal: true },
      ],
    },
    {
      spec: copilotRepositorySpec,
      codec: copilotRepository,
      locations: [
        { dir: ".github", files: ["copilot-instructions.md"] },
        { dir: ".copilot", files: ["copilot-instructions.md"], personal: true },
      ],
    },
    ...skillFormats("copilot"),
  ],
  output: { kind: "files", spec: copilotSpec, codec: copilot, dir: ".github/instructions", nested: false },
};
