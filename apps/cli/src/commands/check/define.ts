import { subjectKinds } from "@precept/contract/values";
import { Option } from "commander";
import type { Define } from "../../define.ts";
import { createIntegerParser } from "../../parse-options.ts";
import { reportFormats } from "../../terminal/report-formats.ts";
import { addPolicyContextOptions } from "../../policies/policy-context.ts";
import { collectReport } from "./options.ts";

export const defineCheck: Define = (program) =>
  program
    .command("check")
    .argument("[paths...]", "files or directories; - reads a text from standard input (default: all files of the project)")
    .summary("check files against the policies")
    .description(
      "Checks files, or a text, against the policies of the project: by default the tracked and untracked files that git does not ignore. Binary files and " +
        "files over 1 MiB are left out. Nothing is written to the audit log. Exits with code 1 if a violation must be fixed (QUICK_FIX), needs the " +
        "approval of a human (ASK) or stops an agent (TERMINATE), or if a policy or the baseline is invalid; --quiet shows only those.",
    )
    .with(addPolicyContextOptions)
    .option("--stdin-path <path>", "with -: the path to assume for the text")
    .addOption(
      new Option("--subject <kind>", "with -: what the text is (default: everything that it could be)").choices(subjectKinds),
    )
    .option("--staged", "check the staged contents of files")
    .option("--since <ref>", "check files that changed since this commit or branch")
    .option("--added-lines", "with --staged or --since: report only violations on lines that the change adds")
    .option("--fix", "apply the fixes of policies; each is checked again, and undone if it causes a violation")
    .option("--fix-dry-run", "show the changes of --fix without writing them")
    .option("--baseline <file>", "ignore the violations in this file (default: policies.baseline of the configuration)")
    .option("--update-baseline", "write all current violations to the baseline")
    .option("--prune-baseline", "remove stale baseline entries")
    .option("--shadow", "report violations without failing")
    .addOption(
      new Option(
        "--format <format>",
        "the format of the report; sarif is SARIF 2.1.0, github prints annotations for GitHub Actions",
      )
        .choices(reportFormats)
        .default(undefined, "table"),
    )
    .option(
      "--report <format=file>",
      "also write a report in this format to a file, such as sarif=precept.sarif (repeatable)",
      collectReport,
    )
    .option(
      "--max-warnings <number>",
      "fail if there are more than <number> warnings (default: any number)",
      createIntegerParser(0),
    )
    .option(
      "--max-reported <number>",
      "the largest number of violations in a report; the most severe ones are reported, and all are counted (default: 1,000 in a table and for GitHub, " +
        "25,000 in SARIF, and all in JSON)",
      createIntegerParser(0),
    )
    .examples("guides/policies.md", {
      "Check all files of the project": "precept check",
      "Check the staged files before a commit": "precept check --staged",
      "Fix what can be fixed": "precept check --fix",
      "Check the changes of a branch in GitHub Actions":
        "precept check --since origin/main --format github --report sarif=precept.sarif",
      "Check only what a commit adds": "precept check --staged --added-lines",
      "Check a command": "echo 'rm -rf /' | precept check - --subject command",
      "Check a text as if it were a file": "git diff | precept check - --stdin-path changes.diff",
    })
    .runs(async () => (await import("./command.ts")).checkFiles, { argsAreFiles: true, writes: true });
