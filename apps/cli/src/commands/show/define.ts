import type { Define } from "../../define.ts";

export const defineShow: Define = (program, run) => {
  const command = program
    .command("show")
    .argument("<name>", "the rule's name, id or path")
    .summary("show one rule")
    .description("Shows one rule with all its fields and its text. With --files, also whether it applies to them, and why.");
  command.action((name: string) => run(command, [name], async () => (await import("./command.ts")).show));
};
