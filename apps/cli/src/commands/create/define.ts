import { Option } from "commander";
import type { Define } from "../../define.ts";
import { addRuleOptions, scopeOption } from "../../rules/rule-options.ts";

export const defineCreate: Define = (program, run) => {
  const command = program
    .command("create")
    .argument("<name>", "what the rule is called")
    .summary("make a new rule")
    .description(
      "Makes a new rule. Without --content its text is read from standard input, or written in your editor where you sit at a terminal.",
    );
  addRuleOptions(command);
  command
    .addOption(scopeOption().default("project"))
    .addOption(new Option("--store <store>", "where it is kept").choices(["fs", "sqlite"]).default("fs"))
    .option("--dry-run", "show what would be written");
  command.action((name: string) => run(command, [name], async () => (await import("./command.ts")).create, { writes: true }));
};
