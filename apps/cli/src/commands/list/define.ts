import type { Define } from "../../define.ts";

export const defineList: Define = (program, run) => {
  const command = program
    .command("list")
    .summary("list all rules")
    .description(
      "Lists all rules, by name. With --files or --rules-include, those that apply to such a request, however long they are.",
    )
    .option("--all", "show every note about rule files");
  command.action(() => run(command, [], async () => (await import("./command.ts")).list));
};
