import { Option } from "commander";
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
    .command("init")
    .argument("<rule>", "a rule by name")
    .summary("write a first case for a rule")
    .description(
      "Writes a case for a rule to .precept/evals, and the agent to .precept/evals/defaults.yaml if the project has none. The policies in `checks` of the rule decide whether a run follows " +
        "it, or a judge that answers a question.",
    )
    .option("--task <text>", "what the agent is asked to do: something that it does wrong without the rule (default: asks)")
    .option("--name <name>", "the name of the case (default: the name of the rule)")
    .option(
      "--question <text>",
      "a question that a judge answers with yes if the rule was followed (default: its policies decide)",
    )
    .addOption(new Option("--agent <agent>", "the agent").choices(["claude", "codex"]).default("claude"))
    .examples(guide, {
      "Write a first case": 'precept eval init money --task "Add the sum of a cart to src/cart/sum.ts"',
    })
    .runs(async () => (await import("./init.ts")).initEval);

  group
    .command("judge")
    .argument("[file]", "labelled examples, relative to the project (default: `examples` of the judge)")
    .summary("measure how often the judge is right")
    .description(
      "Asks the judge of .precept/evals/defaults.yaml questions with known answers, and stores how often it is right. Reports correct the shares that it judges by that. A judge that says " +
        "almost nothing is refused.",
    )
    .option("-y, --yes", "call the model without a question")
    .examples(guide, { "Measure the judge": "precept eval judge" })
    .runs(async () => (await import("./judge.ts")).judgeExamples);

  group
    .command("list")
    .summary("list the cases and the recorded evals")
    .description("Lists the cases with their rules and errors, and the recorded evals.")
    .examples(guide, { "List the cases": "precept eval list" })
    .runs(async () => (await import("./command.ts")).listEvals);
};
