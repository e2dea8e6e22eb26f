import type { Define } from "../../define.ts";
import { addUsage } from "../../help-text.ts";

export const defineDelete: Define = (program, run) => {
  const command = program
    .command("delete")
    .argument("<rule>", "the name, id or path of a rule")
    .summary("delete a rule")
    .description("Deletes a rule. Asks first in a terminal; elsewhere, --yes is required.")
    .option("-y, --yes", "do not ask")
    .option("--dry-run", "show what would be deleted");
  addUsage(command, "concepts.md", { "Delete a rule in a script": "precept delete money --yes" });
  run(command, async () => (await import("./command.ts")).deleteRule, { writes: true });
};
