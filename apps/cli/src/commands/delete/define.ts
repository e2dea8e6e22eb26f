import type { Define } from "../../define.ts";

export const defineDelete: Define = (program, run) => {
  const command = program
    .command("delete")
    .argument("<name>", "the rule's name, id or path")
    .summary("delete a rule")
    .description("Deletes a rule. At a terminal it asks first.")
    .option("-y, --yes", "do not ask")
    .option("--dry-run", "show what would be deleted");
  command.action((name: string) => run(command, [name], async () => (await import("./command.ts")).deleteRule, { writes: true }));
};
