import { InvalidArgumentError } from "commander";
import type { Define } from "../../define.ts";
import { addUsage } from "../../help-text.ts";

export const defineTrace: Define = (program, run) => {
  const command = program
    .command("trace")
    .summary("show traces of recent resolutions")
    .description(
      "Shows the traces of recent resolutions in this project, newest first: which rules were evaluated, which matched and why. They are stored in " +
        ".precept/state.",
    )
    .option("--last <number>", "the number of traces", parseCount, 1);
  addUsage(command, "concepts.md", { "Show the last three traces": "precept trace --last 3" });
  command.action(() => run(command, [], async () => (await import("./command.ts")).trace));
};

function parseCount(value: string): number {
  if (!/^[1-9]\d*$/.test(value)) throw new InvalidArgumentError("Expected a whole number, 1 or more.");
  return Number(value);
}
