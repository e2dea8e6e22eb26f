import type { Define } from "../../define.ts";

export const defineShow: Define = (program, terminal, finish) => {
  const command = program
    .command("show")
    .argument("<name>", "the rule's name, id or path")
    .summary("show one rule")
    .description("Shows one rule with all its fields and its text. With --files, also whether it applies to them, and why.");
  command.action(async (name: string) => {
    const { show } = await import("./command.ts");
    finish(await show(name, command.optsWithGlobals(), terminal));
  });
};
