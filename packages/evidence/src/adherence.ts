import type { FileTouch, Receipt, SessionAction, SessionDecision, SessionRecord, SessionTurnRecord } from "@precept/contract";
import type { SessionActionKind } from "@precept/contract/values";
import { compareText } from "@precept/core";
import { shareOf, type Share } from "./interval.ts";
import type { SessionRecords } from "./read-sessions.ts";

/** What an agent does that is an occasion to follow a rule. `file`: it changes a file. */
export type Occasion = "file" | SessionActionKind;

/** A rule with policies that check it. */
export interface CheckedRule {
  readonly id: string;
  readonly name: string;
  /** The ids of the policies. */
  readonly checks: readonly string[];
  /** What the policies are about. Another action is an occasion only if it violates one of them. */
  readonly occasions: readonly Occasion[];
  /** Whether the rule applies to a file, relative to the project. */
  readonly governs: (file: string) => boolean;
}

/** A place at which an agent did not follow a rule. */
export interface Breach {
  readonly at: string;
  readonly session: string;
  readonly agent: string;
  readonly subagent: string | null;
  /** The policy that was violated. */
  readonly policy: string;
  /** The file. Null if the action is about none, such as a command. */
  readonly file: string | null;
  /** Whether the action was denied, so that it had no effect. */
  readonly denied: boolean;
  /** Whether the agent received advice. It does not if the policy is in shadow mode, or a check of the rule itself. */
  readonly advised: boolean;
  /** How many prompts came after the rule was last delivered. Null if the agent did not have the rule. */
  readonly age: number | null;
  /** Whether a later change of the file in the session followed the rule. */
  readonly mended: boolean;
}

/** In how many sessions something happened to a rule. */
interface RuleSessions {
  readonly given: number;
  /** Of those with an occasion to follow it, how many followed it on all of them. */
  readonly followed: Share;
  readonly broken: number;
  /** Broken, and each file was later changed without a violation. */
  readonly mended: number;
  /** As `mended`, and the agent had received advice. */
  readonly mendedAfterAdvice: number;
  /** Broken while the agent did not have it. */
  readonly brokenBeforeGiven: number;
}

/** How agents followed a rule in the sessions that began on a day. */
export interface AdherenceOfDay {
  /** `2026-11-28`. */
  readonly day: string;
  readonly followed: Share;
}

/** How agents followed a rule. */
export interface RuleAdherence {
  readonly id: string;
  readonly name: string;
  readonly sessions: RuleSessions;
  /** Occasions, and actions that violate it: how many of them followed it. */
  readonly followed: Share;
  /** The same for each day on which a session with an occasion began, in UTC. Oldest first. */
  readonly days: readonly AdherenceOfDay[];
  /** Oldest first. */
  readonly breaches: readonly Breach[];
  /** What delivering it cost. */
  readonly tokens: number;
}

/** Returns how agents followed rules, those that were followed least first. */
export function adherenceOf(sessions: readonly SessionRecords[], rules: readonly CheckedRule[]): readonly RuleAdherence[] {
  const byId = new Map(sessions.map((one) => [one.session, one]));
  const all = rules.map((rule): RuleAdherence => {
    const followed = sessions.map(({ records }) => followRule(records, rule, byId));
    const breaches = followed.flatMap((one) => one.breaches);
    const occasions = followed.reduce((sum, one) => sum + one.occasions, 0);
    const receipts = sessions.map(({ records }) => receiptsOf(records, rule.id));
    return {
      id: rule.id,
      name: rule.name,
      sessions: { given: receipts.filter((own) => own.length > 0).length, ...countSessions(followed) },
      followed: shareOf(occasions - breaches.length, occasions),
      days: countDays(sessions.map(({ records: [first] }, at) => ({ day: first?.at.slice(0, 10) ?? "", ...followed[at] }))),
      breaches: breaches.toSorted((left, right) => (left.at < right.at ? -1 : 1)),
      tokens: receipts.flat().reduce((sum, { tokens }) => sum + tokens, 0),
    };
  });
  // The upper end of the interval: a rule that was broken once is no worse than one that was broken often.
  return all.toSorted((left, right) => left.followed.high - right.followed.high || (left.name < right.name ? -1 : 1));
}

function countDays(followed: readonly (Partial<Followed> & { readonly day: string })[]): readonly AdherenceOfDay[] {
  const byDay = Map.groupBy(
    followed.filter(({ occasions = 0 }) => occasions > 0),
    ({ day }) => day,
  );
  const days = [...byDay].map(([day, same]): AdherenceOfDay => {
    const occasions = same.reduce((sum, one) => sum + (one.occasions ?? 0), 0);
    const broken = same.reduce((sum, one) => sum + (one.breaches?.length ?? 0), 0);
    return { day, followed: shareOf(occasions - broken, occasions) };
  });
  return days.toSorted((left, right) => compareText(left.day, right.day));
}

function countSessions(followed: readonly Followed[]): Omit<RuleSessions, "given"> {
  const having = followed.filter(({ occasions }) => occasions > 0);
  const broken = having.filter(({ breaches }) => breaches.length > 0);
  const mended = broken.filter(({ breaches }) => breaches.every((breach) => breach.mended));
  return {
    followed: shareOf(having.length - broken.length, having.length),
    broken: broken.length,
    mended: mended.length,
    mendedAfterAdvice: mended.filter(({ breaches }) => breaches.every(({ advised }) => advised)).length,
    brokenBeforeGiven: broken.filter(({ breaches }) => breaches.some(({ age }) => age === null)).length,
  };
}

function receiptsOf(records: readonly SessionRecord[], id: string): readonly Receipt["rules"][number][] {
  return records.flatMap((record) => (record.kind === "receipt" ? record.rules.filter((rule) => rule.id === id) : []));
}

/** A call of an agent that is an occasion to follow the rule. */
interface Call {
  /** The files that it changes. Empty if it changes none. */
  changed: readonly string[];
  breach: Omit<Breach, "mended"> | undefined;
}

/** What one agent of a session has done so far. */
interface Conversation {
  /** How many prompts came after the rule was last delivered. Null: the agent does not have it. */
  age: number | null;
  /** The calls by their ids. */
  readonly named: Map<string, Call>;
  /** The last call without an id, by its files. Hosts report most changes before and after them. */
  readonly unnamed: Map<string, { readonly call: Call; readonly stage: FileTouch["stage"] }>;
}

interface Followed {
  readonly occasions: number;
  readonly breaches: readonly Breach[];
  /** How many prompts came after the rule was last delivered to the main agent. Null: it does not have it. */
  readonly age: number | null;
}

type Sessions = ReadonlyMap<string, SessionRecords>;

function followRule(records: readonly SessionRecord[], rule: CheckedRule, sessions: Sessions): Followed {
  const conversations = new Map<string, Conversation>();
  const calls: Call[] = [];
  /** The action that was recorded last, which the next record can be about. */
  let last: { readonly touch: FileTouch | SessionAction; readonly call: Call | undefined } | undefined;
  for (const record of records) {
    const conversation = conversationOf(conversations, record);
    const before = last;
    last = undefined;
    switch (record.kind) {
      case "turn":
        if (record.turn === "compaction" || record.turn === "start") conversation.age = null;
        if (record.turn === "fork") conversation.age = ageAtFork(record, rule, sessions);
        break;
      case "receipt":
        if (record.event === "prompt" && conversation.age !== null) conversation.age += 1;
        if (record.rules.some(({ id }) => id === rule.id)) conversation.age = 0;
        break;
      case "file": {
        const isChange = rule.occasions.includes("file") && record.changes;
        const isOccasion = isChange && record.files.some((file) => rule.governs(file));
        last = { touch: record, call: isOccasion ? findCall(record, conversation, calls) : undefined };
        break;
      }
      case "action":
        last = {
          touch: record,
          call: rule.occasions.includes(record.action) ? findCall(record, conversation, calls) : undefined,
        };
        break;
      case "decision": {
        const policy = record.policies.find(({ id }) => rule.checks.includes(id));
        if (policy === undefined) break;
        const own = before !== undefined && isOneEvent(before.touch, record) ? before : undefined;
        const call = own?.call ?? findCall(own?.touch ?? record, conversation, calls);
        call.breach ??= breachOf(record, policy, rule, conversation);
        break;
      }
    }
  }
  const breaches = calls.flatMap(({ breach }, at) =>
    breach === undefined ? [] : [{ ...breach, mended: isMended(breach, calls.slice(at + 1)) }],
  );
  return { occasions: calls.length, breaches, age: conversations.get("")?.age ?? null };
}

/** A fork has what the other session had at that time. */
function ageAtFork({ at, session, parent }: SessionTurnRecord, rule: CheckedRule, sessions: Sessions): number | null {
  const others = new Map([...sessions].filter(([id]) => id !== session));
  const records = parent === undefined ? undefined : others.get(parent)?.records;
  if (records === undefined) return null;
  return followRule(
    records.filter((record) => record.at <= at),
    rule,
    others,
  ).age;
}

function conversationOf(conversations: Map<string, Conversation>, { subagent }: SessionRecord): Conversation {
  const key = subagent ?? "";
  const known = conversations.get(key);
  if (known !== undefined) return known;
  const added: Conversation = { age: null, named: new Map(), unnamed: new Map() };
  conversations.set(key, added);
  return added;
}

/** Whether a decision is about the action that was recorded directly before it. */
function isOneEvent(touch: FileTouch | SessionAction, decision: SessionDecision): boolean {
  return touch.at === decision.at && touch.subagent === decision.subagent && touch.tool_use === decision.tool_use;
}

/** Returns the call that a record is about. One that is not known yet is added. */
function findCall(record: FileTouch | SessionAction | SessionDecision, { named, unnamed }: Conversation, calls: Call[]): Call {
  const changed = record.kind === "file" && record.changes ? record.files : [];
  const key = [record.kind === "action" ? record.sha256 : "", ...record.files].join("\0");
  const stage = record.kind === "decision" ? "before" : record.stage;
  const last = unnamed.get(key);
  const isSecond = stage === "after" && last?.stage === "before";
  const known = record.tool_use === null ? (isSecond ? last.call : undefined) : named.get(record.tool_use);
  const call = known ?? { changed, breach: undefined };
  if (known === undefined) calls.push(call);
  else if (changed.length > 0) known.changed = changed;
  if (record.tool_use === null) unnamed.set(key, { call, stage });
  else named.set(record.tool_use, call);
  return call;
}

function breachOf(
  { at, session, agent, subagent, files, verdict }: SessionDecision,
  { id, shadow }: SessionDecision["policies"][number],
  rule: CheckedRule,
  { age }: Conversation,
): Omit<Breach, "mended"> {
  const file = files.find((path) => rule.governs(path)) ?? files[0] ?? null;
  return { at, session, agent, subagent, policy: id, file, denied: verdict === "deny", advised: !shadow, age };
}

/** Whether a later call changed the file without a violation. */
function isMended({ file }: Pick<Breach, "file">, later: readonly Call[]): boolean {
  return file !== null && later.some(({ changed, breach }) => breach === undefined && changed.includes(file));
}
