import { InvalidArgumentError, Option } from "commander";
import type { Define } from "../../define.ts";
import { reportFormats } from "../../terminal/report-formats.ts";
import { addPolicyContextOptions } from "../../policies/policy-context.ts";

export const defineCheck: Define = (program, run) => {
  const command = program
    .command("check")
    .argument("[paths...]", "files or directories; - reads a text from standard input (default: all files of the project)")
    .summary("check files and texts against the policies")
    .description(
      "Checks files, or a text, against the project's policies. Files are those that git knows or would take; binary ones and those above 1 MiB are left " +
        "out. Nothing is written to the audit log. Ends with exit code 1 where a violation has to be fixed (QUICK_FIX) or stops an agent (TERMINATE), " +
        "and where a policy or the baseline is broken.",
    );
  addPolicyContextOptions(command)
    .option("--stdin-path <path>", "with -: the file that the text belongs to")
    .option("--staged", "check what is staged, as it is staged")
    .option("--since <ref>", "check the files that changed since this commit or branch")
    .option(
      "--fix",
      "correct what the policies know how to correct; each change is looked at again, and taken back if it breaks something",
    )
    .option("--fix-dry-run", "show what --fix would change, and write nothing")
    .option("--baseline <file>", "accept the violations in this file (default: policies.baseline of the configuration)")
    .option("--update-baseline", "accept all violations there are now, and write them to the baseline")
    .option("--prune-baseline", "remove from the baseline what it accepts and is no longer there")
    .option("--shadow", "only report: no violation counts")
    .addOption(
      new Option(
        "--format <format>",
        "for people, for programs, for code hosts (SARIF 2.1.0), or as annotations of GitHub Actions (default: table)",
      ).choices(reportFormats),
    )
    .option("--quiet", "show only what makes the check fail")
    .option(
      "--max-warnings <number>",
      "how many violations may be left that only ask to be noted (default: any number)",
      parseNumber,
    );
  command.action((paths: string[]) =>
    run(command, paths, async () => (await import("./command.ts")).checkFiles, { argsAreFiles: true, writes: true }),
  );
};

function parseNumber(value: string): number {
  if (!/^\d+$/.test(value)) throw new InvalidArgumentError("Expected a whole number from 0 on.");
  return Number(value);
}
