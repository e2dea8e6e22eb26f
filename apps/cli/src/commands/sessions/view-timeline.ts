import type { DeliveryKind, SessionRecords, TimelineEntry } from "@precept/evidence";
import { columns } from "../../terminal/layout.ts";
import { count, printable, type Style } from "../../terminal/text.ts";

type Entry<Kind extends TimelineEntry["kind"]> = Extract<TimelineEntry, { readonly kind: Kind }>;

/** How many files a line names. It says how many more there are. */
const maxFiles = 3;

/** Lays out entries, one below the other: when, what, and what it is about. */
export function viewEntries(entries: readonly TimelineEntry[], style: Style): readonly string[] {
  const shown = entries.filter((entry, at) => !isSaidByNext(entry, entries[at + 1]));
  const rows = joinFiles(shown).map((group) => viewGroup(group, style));
  return columns(rows, style);
}

/** Says what the records lack. */
export function viewRecordNotes({ isCut, unreadable }: SessionRecords, style: Style): readonly string[] {
  return [
    ...(isCut ? [style.dim("Earlier records of this session were removed, because there were too many.")] : []),
    ...(unreadable === 0 ? [] : [style.yellow(`${count(unreadable, "line")} of the records could not be read.`)]),
  ];
}

/** A local time: with the date only if it is not today. */
export function viewTime(at: string, precision: "minutes" | "seconds", now: Date = new Date()): string {
  const date = new Date(at);
  const time = date.toTimeString().slice(0, precision === "minutes" ? 5 : 8);
  return date.toDateString() === now.toDateString()
    ? time
    : `${date.getFullYear()}-${pad(date.getMonth() + 1)}-${pad(date.getDate())} ${time}`;
}

/** Whether the next entry is the delivery for the turn, which says as much. */
function isSaidByNext(entry: TimelineEntry, next: TimelineEntry | undefined): boolean {
  return (
    entry.kind === "turn" && next?.kind === "delivered" && next.receipt.at === entry.turn.at && entry.turn.turn !== "unguarded"
  );
}

function pad(number: number): string {
  return String(number).padStart(2, "0");
}

/** Groups successive reads, changes or commands of one agent. */
function joinFiles(entries: readonly TimelineEntry[]): readonly (readonly TimelineEntry[])[] {
  const groups: TimelineEntry[][] = [];
  for (const entry of entries) {
    const group = groups.at(-1);
    const key = groupOf(entry);
    if (group?.[0] !== undefined && key !== undefined && groupOf(group[0]) === key) group.push(entry);
    else groups.push([entry]);
  }
  return groups;
}

/** What an entry can be shown together with. Undefined: it has a separate line. */
function groupOf(entry: TimelineEntry): string | undefined {
  if (entry.kind === "file") return `${entry.touch.changes ? "changes" : "reads"} ${entry.touch.subagent ?? ""}`;
  return entry.kind === "action" ? `${entry.action.action} ${entry.action.subagent ?? ""}` : undefined;
}

function viewGroup(group: readonly TimelineEntry[], style: Style): readonly string[] {
  const [entry] = group as readonly [TimelineEntry];
  switch (entry.kind) {
    case "file":
      return viewTouches(group as readonly Entry<"file">[], style);
    case "delivered":
      return viewDelivery(entry, style);
    case "action":
      return viewActions(group as readonly Entry<"action">[], style);
    case "decision":
      return viewDecision(entry, style);
    case "turn":
      return [viewTime(entry.turn.at, "seconds"), style.bold(turnNames[entry.turn.turn]), aboutTurn(entry.turn)];
    case "gap":
      return [viewTime(entry.gap.at, "seconds"), style.yellow("gap"), printable(entry.gap.detail)];
  }
}

function aboutTurn({ subagent, parent }: Entry<"turn">["turn"]): string {
  return parent === undefined ? nameSubagent(subagent) : `of ${printable(parent)}`;
}

function viewActions(group: readonly Entry<"action">[], style: Style): readonly string[] {
  const [{ action }] = group as readonly [Entry<"action">];
  const isAnswer = action.action === "answer";
  const about = isAnswer ? "" : count(group.length, "command");
  return [viewTime(action.at, "seconds"), style.dim(isAnswer ? "answers" : "runs"), `${of(action.subagent)}${about}`];
}

const turnNames: Readonly<Record<Entry<"turn">["turn"]["turn"], string>> = {
  start: "start",
  resume: "resume",
  fork: "fork",
  compaction: "compaction",
  subagentStart: "subagent",
  subagentStop: "end",
  end: "end",
  unguarded: "unguarded",
};

function viewTouches(group: readonly Entry<"file">[], style: Style): readonly string[] {
  const [{ touch }] = group as readonly [Entry<"file">];
  const files = [...new Set(group.flatMap((one) => one.touch.files))];
  const rest = files.length - maxFiles;
  const named = files.slice(0, maxFiles).map(printable).join(", ");
  const what = touch.changes ? "changes" : style.dim("reads");
  return [viewTime(touch.at, "seconds"), what, `${of(touch.subagent)}${named}${rest > 0 ? `, and ${rest} more` : ""}`];
}

function viewDelivery({ receipt, deliveries }: Entry<"delivered">, style: Style): readonly string[] {
  const tokens = receipt.rules.reduce((sum, rule) => sum + rule.tokens, 0);
  const rules = receipt.rules.map(
    ({ name, cut }, at) => `${marks[deliveries[at] ?? "new"](printable(name), style)}${cut ? style.dim(" (cut)") : ""}`,
  );
  const parts = [
    rules.length === 0
      ? style.dim(receipt.event === "prompt" ? "nothing new" : "no rules")
      : `${rules.join(", ")} ${style.dim(`(${count(tokens, "token")})`)}`,
    ...receipt.left_out.map(({ name, reason }) => style.yellow(`without ${printable(name)}: ${printable(reason)}`)),
    ...(receipt.listed.length === 0 ? [] : [style.dim(`can ask for ${receipt.listed.map(printable).join(", ")}`)]),
    ...(receipt.memory ? [style.dim("with its memory")] : []),
  ];
  return [viewTime(receipt.at, "seconds"), receipt.event, `${of(receipt.subagent)}${parts.join("; ")}`];
}

/** How a rule is shown. */
const marks: Readonly<Record<DeliveryKind, (name: string, style: Style) => string>> = {
  new: (name, style) => style.green(name),
  again: (name, style) => `${name}${style.dim(" again")}`,
  changed: (name, style) => `${name}${style.yellow(" changed")}`,
};

function viewDecision({ decision }: Entry<"decision">, style: Style): readonly string[] {
  const { verdict, policies, tool, files } = decision;
  const what = { none: style.dim("noted"), deny: style.red("denied"), ask: style.yellow("asked"), replace: "fixed" }[verdict];
  const named = policies.map(({ id, action, shadow }) => `${printable(id)} (${shadow ? "shadow mode" : action})`);
  const about = [tool, ...files].flatMap((one) => (one === null ? [] : [printable(one)]));
  const why = named.length === 0 ? "it could not be checked" : named.join(", ");
  return [viewTime(decision.at, "seconds"), what, `${of(decision.subagent)}${about.join(" ") || "the answer"}: ${why}`];
}

function of(subagent: string | null): string {
  return subagent === null ? "" : `[${nameSubagent(subagent)}] `;
}

function nameSubagent(subagent: string | null): string {
  return subagent === null ? "" : printable(subagent);
}
