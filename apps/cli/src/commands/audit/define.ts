import { InvalidArgumentError, Option, type Command } from "commander";
import type { Define } from "../../define.ts";
import { parseCount } from "../../parse-options.ts";

const guide = "guides/policies.md";

export const defineAudit: Define = (program) => {
  const audit = program
    .command("audit")
    .summary("show and verify the audit log")
    .description("Shows the violations that the audit log records, and verifies that the log was not modified.")
    .examples(guide, {
      "Show the last ten entries, and new ones as they are written": "precept audit tail --follow",
      "Verify that no entry was changed or removed": "precept audit verify",
    });

  audit
    .command("list")
    .summary("list the entries")
    .description("Lists the entries of the audit log, oldest first.")
    .option("--rule <policy>", "only entries of this policy")
    .option("--handler <handler>", "only entries with this handler, such as TERMINATE")
    .option("--since <date>", "only entries since this date, such as 2026-01-31 or 2026-01-31T12:00Z", parseDate)
    .examples(guide, {
      "Everything that stopped an agent this year": "precept audit list --handler TERMINATE --since 2026-01-01",
    })
    .with(addLogOption)
    .runs(async () => (await import("./command.ts")).listEntries, { sharesState: true });

  audit
    .command("stats")
    .summary("count the entries")
    .description("Counts the entries of the audit log by policy, action, phase, day and agent.")
    .option("--rule <policy>", "only entries of this policy")
    .option("--handler <handler>", "only entries with this handler, such as TERMINATE")
    .option("--since <date>", "only entries since this date, such as 2026-01-31 or 2026-01-31T12:00Z", parseDate)
    .option("--session <id>", "only entries of this session")
    .examples(guide, { "What agents violated this year": "precept audit stats --since 2026-01-01" })
    .runs(async () => (await import("./command.ts")).countAuditEntries, { sharesState: true });

  audit
    .command("verify")
    .summary("verify that no entry was changed")
    .description(
      "Verifies that no entry was changed, removed or moved. Exits with code 1 if one was. Only --trusted detects that the whole log was rewritten.",
    )
    .option("--trusted <hash>", "a hash that you saved elsewhere; the log must contain the entry with this hash")
    .examples(guide, { "Verify the whole log": "precept audit verify" })
    .runs(async () => (await import("./command.ts")).verifyLogs, { sharesState: true });

  audit
    .command("tail")
    .summary("show the last entries")
    .description("Shows the last entries of the audit log.")
    .option("-n, --lines <number>", "the number of entries", parseCount, 10)
    .option("-f, --follow", "also show new entries as they are written, until you interrupt the command")
    .examples(guide, { "Show the last entry, and new ones as they are written": "precept audit tail -n 1 --follow" })
    .with(addLogOption)
    .runs(async () => (await import("./command.ts")).tailEntries, { sharesState: true });
};

function addLogOption(command: Command): Command {
  return command
    .addOption(new Option("--soft-hooks", "show the log of advisories instead of violations").conflicts("registrations"))
    .option("--registrations", "show the policies that clients registered, accepted and refused");
}

function parseDate(value: string): Date {
  const date = new Date(value);
  if (Number.isNaN(date.getTime())) throw new InvalidArgumentError("Expected a date, such as 2026-01-31.");
  return date;
}
