import { InvalidArgumentError } from "commander";
import type { Define } from "../../define.ts";

export const defineTrace: Define = (program, run) => {
  const command = program
    .command("trace")
    .summary("show traces of recent resolutions")
    .description(
      "Shows the traces of the last resolutions in this project, newest first: which rules were evaluated, which matched and why. They are kept in .precept/state.",
    )
    .option("--last <number>", "how many to show", parseCount, 1);
  command.action(() => run(command, [], async () => (await import("./command.ts")).trace));
};

function parseCount(value: string): number {
  if (!/^[1-9]\d*$/.test(value)) throw new InvalidArgumentError("Expected a whole number from 1 on.");
  return Number(value);
}
