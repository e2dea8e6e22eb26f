import { Option } from "commander";
import type { Define } from "../../define.ts";
import { reportFormats } from "../../terminal/report-formats.ts";
import { collect } from "../../options.ts";

export const defineLint: Define = (program, run) => {
  const command = program
    .command("lint")
    .alias("validate")
    .argument("[paths...]", "rule files, or directories of rule files (default: all rules of the project)")
    .summary("check rule files, and fix them")
    .description(
      "Checks rule files, each by itself and all of them together: mistakes in the front matter, hidden characters and instructions, secrets, patterns " +
        "that match no file, texts that are there twice, instructions that contradict each other, rules that the budget has no room for. Where " +
        "`@secretlint/core` and its recommended preset are installed beside it, they look for secrets as well. Ends with exit code 1 where there is an " +
        "error or a warning.",
    )
    .option("--fix", "put right what a program can without changing what people read")
    .option("--fix-unsafe", "put right what a program can, also where somebody should look at the outcome")
    .option("--dry-run", "with --fix or --fix-unsafe: show what would change, and write nothing")
    .addOption(
      new Option(
        "--format <format>",
        "for people, for programs, for code hosts (SARIF 2.1.0), or as annotations of GitHub Actions, which shows ten errors, ten warnings " +
          "and ten notices of a step (default: table)",
      ).choices(reportFormats),
    )
    .option("--disable <code>", "leave out what has this code (repeatable)", collect);
  command.action((paths: string[]) =>
    run(command, paths, async () => (await import("./command.ts")).lint, { argsAreFiles: true }),
  );
};
