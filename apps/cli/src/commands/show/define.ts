import type { Define } from "../../define.ts";
import { addUsage } from "../../help-text.ts";
import { declareAnswersRequest } from "../../options.ts";

export const defineShow: Define = (program, run) => {
  const command = program
    .command("show")
    .argument("<rule>", "the name, id or path of a rule")
    .summary("show one rule")
    .description("Shows all fields and the text of a rule. With --files, also whether it applies to them, and why.");
  command.option("--all-tenants", "find the rule among those of all projects and users");
  declareAnswersRequest(command);
  addUsage(command, "concepts.md", {
    "Show a rule": "precept show money",
    "Does it apply to a file?": "precept show money --files src/cart.tsx",
  });
  run(command, async () => (await import("./command.ts")).show);
};
