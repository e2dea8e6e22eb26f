import type { Define } from "../../define.ts";
import { overlayOption } from "../../rules/rule-options.ts";

function defineSwitch(name: "enable" | "disable", summary: string, description: string): Define {
  return (program) =>
    program
      .command(name)
      .argument("<rule>", "the name, id or path of a rule")
      .summary(summary)
      .description(description)
      .addOption(overlayOption())
      .examples("concepts.md", { [`${name === "enable" ? "Enable" : "Disable"} a rule`]: `precept ${name} money` })
      .runs(async () => (await import("./command.ts"))[name], { writes: true });
}

export const defineEnable: Define = defineSwitch("enable", "enable a rule", "Enables a rule that was disabled.");
export const defineDisable: Define = defineSwitch("disable", "disable a rule", "Disables a rule without deleting it.");
