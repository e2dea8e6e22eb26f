import type { Define } from "../../define.ts";
import { addRuleOptions, overlayOption } from "../../rules/rule-options.ts";

export const defineEdit: Define = (program) =>
  program
    .command("edit")
    .argument("<rule>", "the name, id or path of a rule")
    .summary("change a rule")
    .description("Opens a rule in your editor and saves it if it is valid. With options, changes only those fields.")
    .with(addRuleOptions)
    .option("--reason <text>", "why, for the history of a rule in a database")
    .addOption(overlayOption())
    .examples("concepts.md", {
      "Edit a rule in your editor": "precept edit money",
      "Change one field": "precept edit money --priority 90",
      "Give a rule of another tool a priority, for you only": "precept edit react --priority 90 --overlay",
    })
    .runs(async () => (await import("./command.ts")).edit, { writes: true });
