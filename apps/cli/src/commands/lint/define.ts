import { Option } from "commander";
import type { Define } from "../../define.ts";
import { reportFormats } from "../../terminal/report-formats.ts";
import { collect } from "../../options.ts";

export const defineLint: Define = (program) =>
  program
    .command("lint")
    .alias("validate")
    .argument("[paths...]", "rule files, or directories of rule files (default: all rules of the project)")
    .summary("check and fix rule files")
    .description(
      "Checks rule files, individually and together: mistakes in the front matter, hidden characters and instructions, secrets, patterns that match " +
        "no file, duplicate texts, contradictions, and rules that exceed the budget. If `@secretlint/core` and its recommended preset are installed, " +
        "they search for more kinds of secrets. Exits with code 1 if there is an error or a warning.",
    )
    .option("--fix", "fix what can be fixed without changing the meaning of a rule")
    .option("--fix-unsafe", "also apply fixes that you should review")
    .option("--dry-run", "with --fix or --fix-unsafe: show the changes without writing them")
    .addOption(
      new Option(
        "--format <format>",
        "the format of the report; sarif is SARIF 2.1.0, github prints annotations for GitHub Actions, which shows at most ten errors, ten warnings and ten " +
          "notices per step",
      )
        .choices(reportFormats)
        .default(undefined, "table"),
    )
    .option("--disable <code>", "do not report this diagnostic (repeatable)", collect)
    .examples("reference/diagnostics.md", {
      "Check all rules": "precept lint",
      "Show what would be fixed": "precept lint --fix --dry-run",
      "Check one directory, without one diagnostic": "precept lint .cursor/rules --disable glob/unreachable",
    })
    .runs(async () => (await import("./command.ts")).lint, { argsAreFiles: true });
