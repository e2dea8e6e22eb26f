import type { Command } from "commander";
import type { Define } from "../../define.ts";

const guide = "guides/policies.md";

export const defineApprovals: Define = (program) => {
  const approvals = program
    .command("approvals")
    .summary("answer the questions of agents")
    .description(
      "Lists and answers the questions of policies with the action ASK, and allows denied calls. Approving needs a terminal that no agent has started.",
    )
    .examples(guide, { "List the open questions": "precept approvals list" });

  approvals
    .command("list")
    .summary("list open questions, and answers that still count")
    .description(
      "Lists the open questions, and the answers that still count. Both expire after 24 hours, and a yes to a denied call after ten minutes.",
    )
    .option("--session <id>", "only questions of this session")
    .examples(guide, { "List the questions of a session": "precept approvals list --session 42" })
    .runs(async () => (await import("./command.ts")).listApprovals, { sharesState: true });

  approvals
    .command("approve")
    .argument("<question>", "the key of a question, see `precept approvals list`")
    .summary("let an agent do what it asks for")
    .description(
      "Lets an agent do what it asks for, once, or make exactly the denied call within ten minutes. It asks you to confirm, so that it needs a terminal.",
    )
    .with(addAnswerOptions)
    .examples(guide, { "Approve until the session ends": "precept approvals approve 3f9a2c --remember session" })
    .runs(async () => (await import("./command.ts")).approveQuestion, { writes: true, sharesState: true });

  approvals
    .command("deny")
    .argument("<question>", "the key of a question, see `precept approvals list`")
    .summary("forbid an agent what it asks for")
    .description("Forbids an agent what it asks for.")
    .with(addAnswerOptions)
    .examples(guide, { "Say why": 'precept approvals deny 3f9a2c --reason "Not on Friday"' })
    .runs(async () => (await import("./command.ts")).denyQuestion, { writes: true, sharesState: true });
};

function addAnswerOptions(command: Command): Command {
  return command
    .option("--remember <how-long>", "`once`: for one call with the same text; `session`: until the session ends", "once")
    .option("--reason <text>", "why, for the audit log and the agent")
    .option("--as <name>", "who answers, for the audit log (default: the user of the operating system)");
}
