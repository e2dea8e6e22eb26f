import type { Define } from "../../define.ts";

export const defineDelete: Define = (program) =>
  program
    .command("delete")
    .argument("<rule>", "the name, id or path of a rule")
    .summary("delete a rule")
    .description("Deletes a rule. Asks first in a terminal; elsewhere, --yes is required.")
    .option("-y, --yes", "do not ask")
    .option("--dry-run", "show what would be deleted")
    .examples("concepts.md", { "Delete a rule in a script": "precept delete money --yes" })
    .runs(async () => (await import("./command.ts")).deleteRule, { writes: true });
