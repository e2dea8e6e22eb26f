import type { Define } from "../../define.ts";
import { createIntegerParser } from "../../parse-options.ts";

export const defineAdherence: Define = (program) =>
  program
    .command("adherence")
    .argument("[rule]", "a rule by name, whose breaches are listed")
    .summary("show whether agents follow the rules")
    .description(
      "Shows how often agents followed the rules with `checks`, from the recorded sessions: those that were followed least first. " +
        "An occasion is what the checks are about, such as a change of a file that the rule governs, a command or an answer, or an action that violates one of " +
        "them. Ends with what could be done about rules that are broken often; nothing is done.",
    )
    .option(
      "--fail-under <percent>",
      "exit with code 1 if a rule was followed in fewer of its occasions, with 95 % confidence",
      createIntegerParser(1, 100),
    )
    .examples("guides/ignored-rules.md", {
      "Which rules agents do not follow": "precept adherence",
      "Where a rule was broken": "precept adherence money",
    })
    .runs(async () => (await import("./command.ts")).adherence);
