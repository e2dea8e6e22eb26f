import { formatNumber } from "@precept/core";
import {
  gapsIn,
  readNewestSessions,
  rulesHeldAt,
  summarize,
  timelineOf,
  type HeldRule,
  type SessionRecords,
  type SessionSummary,
} from "@precept/evidence";
import type { Call, CommandResult } from "../../define.ts";
import { columns, viewShortTable, viewTable } from "../../terminal/layout.ts";
import { asLines, count, printable, type Style } from "../../terminal/text.ts";
import { chooseSession, sessionBefore } from "./choose-session.ts";
import { followSession } from "./follow.ts";
import { parseTime } from "./parse-time.ts";
import { viewEntries, viewRecordNotes, viewTime } from "./view-timeline.ts";

export async function listSessions({ workspace, options }: Call<{ readonly limit: number }>): Promise<CommandResult> {
  const { sessions, total } = readNewestSessions(workspace.root, options.limit);
  const summaries = sessions.map(summarize);
  return {
    json: { sessions: summaries.map(toWireSummary), total },
    text: (style) => viewSummaries(summaries, style),
    notice: (style) => (total > options.limit ? style.dim(`${count(total, "session")} in all. --limit shows more.\n`) : ""),
  };
}

export async function showSession(call: Call<{ readonly follow?: boolean }>): Promise<CommandResult> {
  const { workspace, options, args } = call;
  const session = chooseSession(workspace.root, args[0]);
  if (options.follow === true) return followSession(call, session);
  const timeline = timelineOf(session.records);
  const summary = summarize(session);
  return {
    json: {
      session: toWireSummary(summary),
      records: session.records,
      gaps: gapsIn(timeline),
    },
    text: (style) => asLines([viewHead(summary, style), ...viewEntries(timeline, style), ...viewRecordNotes(session, style)]),
  };
}

export async function showRulesAt({ workspace, options, args }: Call<{ readonly subagent?: string }>): Promise<CommandResult> {
  const [time = "", id] = args;
  const at = parseTime(time, new Date());
  const session = id === undefined ? sessionBefore(workspace.root, at) : chooseSession(workspace.root, id);
  const held = rulesHeldAt(session.records, at, options.subagent ?? null);
  return {
    json: { session: session.session, at, rules: held.map(({ rule, at: delivered, event }) => ({ ...rule, delivered, event })) },
    text: (style) => asLines(viewHeld(session, at, held, style)),
  };
}

function viewSummaries(summaries: readonly SessionSummary[], style: Style): string {
  if (summaries.length === 0) {
    return "No sessions yet. Agents are recorded once their hooks are installed: see `precept install`.\n";
  }
  const rows = summaries.map((one) => [
    viewTime(one.last, "minutes"),
    printable(one.session),
    one.agents.map(printable).join(", "),
    String(one.prompts),
    String(one.rules),
    formatNumber(one.tokens),
    String(one.denied),
    one.gaps === 0 ? "0" : style.yellow(String(one.gaps)),
  ]);
  const headings = ["last", "session", "agent", "prompts", "rules", "tokens", "denied", "gaps"];
  return asLines(viewShortTable(headings, rows, [shortId], style));
}

/** The beginning of an id is enough for `precept sessions show`. */
const shortId = { columns: ["session"], min: 9, where: "end" } as const;

function viewHead(one: SessionSummary, style: Style): string {
  const times = `${viewTime(one.first, "minutes")} to ${viewTime(one.last, "minutes")}`;
  const counts = [
    count(one.prompts, "prompt"),
    `${count(one.rules, "rule")} in ${count(one.deliveries, "delivery", "deliveries")}, ${count(one.tokens, "token")}`,
    ...(one.parent === null ? [] : [`fork of ${printable(one.parent)}`]),
    ...(one.commands === 0 ? [] : [count(one.commands, "command")]),
    ...(one.subagents === 0 ? [] : [count(one.subagents, "subagent")]),
    ...(one.compactions === 0 ? [] : [count(one.compactions, "compaction")]),
    ...(one.gaps === 0 ? [] : [style.yellow(count(one.gaps, "gap"))]),
  ];
  return `${style.bold(printable(one.session))}  ${one.agents.map(printable).join(", ")}\n${columns([[`${times}: ${counts.join("; ")}`]], style).join("\n")}\n`;
}

function viewHeld({ session }: SessionRecords, at: string, held: readonly HeldRule[], style: Style): readonly string[] {
  const title = `${style.bold(printable(session))} at ${viewTime(at, "seconds")}: ${count(held.length, "rule")}`;
  const rows = held.map(({ rule, at: delivered, event }) => [
    printable(rule.name),
    rule.scope,
    `${viewTime(delivered, "seconds")} (${event})`,
    formatNumber(rule.tokens),
    printable(rule.reason),
  ]);
  const note = "The agent may also have what its own program reads: `precept explain --tool` shows it.";
  return [
    title,
    ...(rows.length === 0 ? [] : viewTable(["rule", "scope", "received", "tokens", "why"], rows, style)),
    style.dim(note),
  ];
}

function toWireSummary({ changedFiles, isCut, unreadable, ...summary }: SessionSummary) {
  return { ...summary, changed_files: changedFiles, is_cut: isCut, unreadable_lines: unreadable };
}
