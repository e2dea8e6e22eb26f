import type { Define } from "../../define.ts";
import { addRuleOptions } from "../../rules/rule-options.ts";

export const defineEdit: Define = (program, run) => {
  const command = program
    .command("edit")
    .argument("<name>", "the rule's name, id or path")
    .summary("change a rule")
    .description("Opens a rule in your editor and saves it when it is right. With options, changes just these fields.");
  addRuleOptions(command);
  command.action((name: string) => run(command, [name], async () => (await import("./command.ts")).edit, { writes: true }));
};
