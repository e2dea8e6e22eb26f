import type { Define } from "../../define.ts";

export const defineHistory: Define = (program, run) => {
  const command = program
    .command("history")
    .argument("<name>", "the rule's name, id or path")
    .summary("show the earlier revisions of a rule")
    .description("Shows the revisions of a rule, newest first. Stores that keep none say so.");
  command.action((name: string) => run(command, [name], async () => (await import("./command.ts")).history));
};
