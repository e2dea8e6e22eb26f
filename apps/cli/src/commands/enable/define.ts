import type { Define } from "../../define.ts";

function defineSwitch(name: "enable" | "disable", summary: string): Define {
  return (program, run) => {
    const command = program
      .command(name)
      .argument("<name>", "the rule's name, id or path")
      .summary(summary)
      .description(`${summary[0]?.toUpperCase()}${summary.slice(1)}.`);
    command.action((rule: string) => run(command, [rule], async () => (await import("./command.ts"))[name], { writes: true }));
  };
}

export const defineEnable: Define = defineSwitch("enable", "let a rule apply again");
export const defineDisable: Define = defineSwitch("disable", "keep a rule from applying, without deleting it");
