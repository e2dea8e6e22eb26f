import type { Define } from "../../define.ts";
import { collect } from "../../options.ts";
import { createIntegerParser, parseAmount } from "../../parse-options.ts";

const guide = "guides/evals.md";

export const defineEval: Define = (program) => {
  const group = program
    .command("eval")
    .summary("measure whether a rule helps")
    .description(
      "Measures whether a rule changes what an agent does: runs the agent on the tasks of eval cases with and without the rule, in throw-away copies of the project, " +
        "and compares how often the rule was followed.",
    )
    .examples(guide, {
      "Write a first case for a rule": "precept eval init money",
      "Does the rule help?": "precept eval money",
    });

  group
    .command("run", { isDefault: true })
    .argument("[name...]", "rules or cases by name (default: all cases)")
    .summary("run the cases, and report the effect of their rules")
    .description(
      "Runs the agent of each case with the rule, without any rule, and with all other rules. Says before what it starts and what it will probably cost, and asks. " +
        "Everything is recorded, so that an interrupted eval can be resumed, and a report repeated.",
    )
    .option("--runs <number>", "the runs for each case and arm", createIntegerParser(1, 10_000), 20)
    .option("--arm <arm>", "an arm to run: with, without, others or all (repeatable; default: with, without and others)", collect)
    .option("--concurrency <number>", "how many agents run at the same time", createIntegerParser(1, 64), 2)
    .option("--max-cost <amount>", "stop before the runs cost more, in the currency of the prices", parseAmount)
    .option("--max-runs <number>", "stop after this many runs", createIntegerParser(1))
    .option("--timeout <seconds>", "stop after this time", createIntegerParser(1))
    .option("-y, --yes", "start without a question")
    .option("--dry-run", "show what would start and what it would probably cost, and start nothing")
    .option("--resume", "continue the last eval, if it was stopped")
    .option("--replay", "report again from the records of the last eval, without starting or calling anything")
    .option("--record <record>", "the eval to resume or replay: its id, or a directory of the project with its records")
    .option(
      "--fail-under <points>",
      "exit with code 1 if the effect of a rule is surely smaller, in points of 100",
      createIntegerParser(-100, 100),
    )
    .examples(guide, {
      "Does the rule help?": "precept eval money",
      "What would it cost?": "precept eval money --runs 50 --dry-run",
      "Report again, without a network": "precept eval --replay",
    })
    .runs(async () => (await import("./command.ts")).runEvals);

  group
    .command("list")
    .summary("list the cases and the recorded evals")
    .description("Lists the cases with their rules and errors, and the recorded evals.")
    .examples(guide, { "List the cases": "precept eval list" })
    .runs(async () => (await import("./command.ts")).listEvals);
};
