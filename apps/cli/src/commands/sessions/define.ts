import { transcriptAgents } from "@precept/agent-hooks/transcript-agents";
import { Option, type Command } from "commander";
import type { Define } from "../../define.ts";
import { createIntegerParser } from "../../parse-options.ts";

const guide = "concepts.md";

export const defineSessions: Define = (program) => {
  const sessions = program
    .command("sessions")
    .summary("show which rules agents received, and when")
    .description(
      "Shows the sessions of agents in this project: which rules they received and when, which files they touched, what policies decided, " +
        "and where rules were missing. Texts of prompts and rules are not recorded.",
    )
    .examples(guide, {
      "What happened in the last session": "precept sessions show",
      "What the agent had at five past two": "precept sessions at 14:05",
    });

  sessions
    .command("list")
    .summary("list the sessions")
    .description("Lists the sessions that changed last, newest first.")
    .option("--limit <number>", "the number of sessions", createIntegerParser(1), 20)
    .examples(guide, { "List the last five sessions": "precept sessions list --limit 5" })
    .runs(async () => (await import("./command.ts")).listSessions);

  sessions
    .command("show")
    .argument("[session]", "a session, or the beginning of its id (default: the one that changed last)")
    .summary("show what happened in a session")
    .description(
      "Shows what happened in a session: rules that the agent received, received again or did not receive, files, decisions of policies, and gaps: " +
        "places at which rules were missing.",
    )
    .option("-f, --follow", "also show what happens next, until you interrupt the command")
    .examples(guide, { "Follow the session that is running": "precept sessions show --follow" })
    .runs(async () => (await import("./command.ts")).showSession);

  sessions
    .command("import")
    .argument(
      "[path]",
      "a transcript, or a directory of transcripts (default: those of this project in the directories of the agents)",
    )
    .summary("add sessions from the transcripts of agents")
    .description(
      "Reads transcripts of Claude Code and Codex: prompts, files, commands, answers, compactions, subagents, and the rules that hooks added. Each call is checked " +
        "against the `checks` of rules; nothing is denied. A session that hooks recorded is completed, and repeating an import changes nothing. Agents do not " +
        "promise the format: what is not known is skipped, and counted.",
    )
    .addOption(
      new Option("--agent <agent>", "the agent that wrote them (default: their content tells)").choices(transcriptAgents),
    )
    .examples("guides/ignored-rules.md", {
      "Add the sessions of this project": "precept sessions import",
      "Add one session": "precept sessions import session.jsonl",
    })
    .runs(async () => (await import("./import.ts")).importSessions, { writes: true });

  sessions
    .command("at")
    .argument("<time>", "a time of today, such as 14:05, or a date with a time, such as 2026-01-31T14:05")
    .argument("[session]", "a session, or the beginning of its id (default: the last one that had begun)")
    .summary("show which rules an agent had at a time")
    .description("Shows which rules the agent of a session had received, and had not lost, at a time.")
    .with(addSubagentOption)
    .examples(guide, { "What the agent had at five past two": "precept sessions at 14:05" })
    .runs(async () => (await import("./command.ts")).showRulesAt);
};

function addSubagentOption(command: Command): Command {
  return command.option("--subagent <id>", "a subagent of the session (default: the main agent)");
}
