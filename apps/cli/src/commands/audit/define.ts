import { InvalidArgumentError, type Command } from "commander";
import type { Define } from "../../define.ts";
import { parseCount } from "../../parse-count.ts";

export const defineAudit: Define = (program, run) => {
  const audit = program
    .command("audit")
    .summary("show and verify what was written down")
    .description("Shows what policies have found in the work of agents, and makes sure that nobody has changed it since.");

  const list = audit
    .command("list")
    .summary("show all entries")
    .description("Shows the entries of the audit log, the oldest first.")
    .option("--rule <id>", "only those of this policy")
    .option("--handler <handler>", "only those with this handler, such as TERMINATE")
    .option("--since <date>", "only those from this moment on, as in 2026-01-31 or 2026-01-31T12:00Z", parseMoment);
  addLogOption(list).action(() => run(list, [], async () => (await import("./list.ts")).listEntries));

  const verify = audit
    .command("verify")
    .summary("find what was changed")
    .description(
      "Makes sure that every entry is there as it was written, in its order. Ends with exit code 1 where that is not so. Who rewrites a log whole is only " +
        "found by a hash that was noted elsewhere.",
    )
    .option("--trusted <hash>", "the hash of an entry, noted elsewhere, that has to be there");
  verify.action(() => run(verify, [], async () => (await import("./verify.ts")).verifyLogs));

  const tail = audit
    .command("tail")
    .summary("show the last entries")
    .description("Shows the last entries of the audit log, and with --follow those that come, until you end it.")
    .option("-n, --lines <number>", "how many", parseCount, 10)
    .option("-f, --follow", "go on with what is written from now on");
  addLogOption(tail).action(() => run(tail, [], async () => (await import("./tail.ts")).tailEntries));
};

function addLogOption(command: Command): Command {
  return command.option("--soft-hooks", "the log of advice that was ignored or taken, in place of the violations");
}

function parseMoment(value: string): Date {
  const moment = new Date(value);
  if (Number.isNaN(moment.getTime())) throw new InvalidArgumentError("Expected a date, such as 2026-01-31.");
  return moment;
}
