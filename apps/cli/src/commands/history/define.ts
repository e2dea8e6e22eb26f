import type { Define } from "../../define.ts";
import { addUsage } from "../../help-text.ts";

export const defineHistory: Define = (program, run) => {
  const command = program
    .command("history")
    .argument("<rule>", "the name, id or path of a rule")
    .summary("show the revisions of a rule")
    .description("Shows the revisions of a rule in a database, newest first. For rules in files, use `git log`.");
  addUsage(command, "concepts.md", { "Show the revisions of a rule": "precept history money" });
  command.action((name: string) => run(command, [name], async () => (await import("./command.ts")).history));
};
