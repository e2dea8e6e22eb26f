import type { Define } from "../../define.ts";
import { createIntegerParser } from "../../parse-options.ts";

export const defineTrace: Define = (program) =>
  program
    .command("trace")
    .summary("show traces of recent resolutions")
    .description(
      "Shows the traces of recent resolutions in this project, newest first: which rules were evaluated, which matched and why. They are stored in " +
        ".precept/state.",
    )
    .option("--last <number>", "the number of traces", createIntegerParser(1), 1)
    .examples("concepts.md", { "Show the last three traces": "precept trace --last 3" })
    .runs(async () => (await import("./command.ts")).trace);
