import type { FileTouch, Receipt, SessionDecision, SessionRecord } from "@precept/contract";
import { shareOf, type Share } from "./interval.ts";
import type { SessionRecords } from "./read-sessions.ts";

/** A rule with policies that check it. */
export interface CheckedRule {
  readonly id: string;
  readonly name: string;
  /** The ids of the policies. */
  readonly checks: readonly string[];
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
  /** How many prompts came after the rule was last delivered. Null if the agent did not have the rule. */
  readonly age: number | null;
  /** Whether a later change of the file in the session followed the rule. */
  readonly mended: boolean;
}

/** How agents followed a rule. */
export interface RuleAdherence {
  readonly id: string;
  readonly name: string;
  /** In how many sessions it was delivered. */
  readonly given: number;
  /** Occasions: changes of files that it governs, and actions that violate it. `followed`: how many of them followed it. */
  readonly followed: Share;
  /** Oldest first. */
  readonly breaches: readonly Breach[];
  /** What delivering it cost. */
  readonly tokens: number;
}

/** Returns how agents followed rules, those that were followed least first. */
export function adherenceOf(sessions: readonly SessionRecords[], rules: readonly CheckedRule[]): readonly RuleAdherence[] {
  const all = rules.map((rule): RuleAdherence => {
    const followed = sessions.map(({ records }) => followRule(records, rule));
    const breaches = followed.flatMap((one) => one.breaches);
    const occasions = followed.reduce((sum, one) => sum + one.occasions, 0);
    const receipts = sessions.map(({ records }) => receiptsOf(records, rule.id));
    return {
      id: rule.id,
      name: rule.name,
      given: receipts.filter((own) => own.length > 0).length,
      followed: shareOf(occasions - breaches.length, occasions),
      breaches: breaches.toSorted((left, right) => (left.at < right.at ? -1 : 1)),
      tokens: receipts.flat().reduce((sum, { tokens }) => sum + tokens, 0),
    };
  });
  // The upper end of the interval: a rule that was broken once is no worse than one that was broken often.
  return all.toSorted((left, right) => left.followed.high - right.followed.high || (left.name < right.name ? -1 : 1));
}

function receiptsOf(records: readonly SessionRecord[], id: string): readonly Receipt["rules"][number][] {
  return records.flatMap((record) => (record.kind === "receipt" ? record.rules.filter((rule) => rule.id === id) : []));
}

/** A call of an agent that is an occasion to follow the rule. */
interface Call {
  /** The files that it changes. Empty if it changes none. */
  readonly changed: readonly string[];
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
}

function followRule(records: readonly SessionRecord[], rule: CheckedRule): Followed {
  const conversations = new Map<string, Conversation>();
  const calls: Call[] = [];
  /** The change that was recorded last, which the next record can be about. */
  let last: { readonly touch: FileTouch; readonly call: Call | undefined } | undefined;
  for (const record of records) {
    const conversation = conversationOf(conversations, record);
    const before = last;
    last = undefined;
    switch (record.kind) {
      case "turn":
        if (record.turn === "compaction" || record.turn === "start") conversation.age = null;
        break;
      case "receipt":
        if (record.event === "prompt" && conversation.age !== null) conversation.age += 1;
        if (record.rules.some(({ id }) => id === rule.id)) conversation.age = 0;
        break;
      case "file": {
        const isOccasion = record.changes && record.files.some((file) => rule.governs(file));
        last = { touch: record, call: isOccasion ? findCall(record, conversation, calls) : undefined };
        break;
      }
      case "decision": {
        const policy = record.policies.find(({ id }) => rule.checks.includes(id));
        if (policy === undefined) break;
        const own = before !== undefined && isOneEvent(before.touch, record) ? before : undefined;
        const call = own?.call ?? findCall(own?.touch ?? record, conversation, calls);
        call.breach ??= breachOf(record, policy.id, rule, conversation);
        break;
      }
    }
  }
  const breaches = calls.flatMap(({ breach }, at) =>
    breach === undefined ? [] : [{ ...breach, mended: isMended(breach, calls.slice(at + 1)) }],
  );
  return { occasions: calls.length, breaches };
}

function conversationOf(conversations: Map<string, Conversation>, { subagent }: SessionRecord): Conversation {
  const key = subagent ?? "";
  const known = conversations.get(key);
  if (known !== undefined) return known;
  const added: Conversation = { age: null, named: new Map(), unnamed: new Map() };
  conversations.set(key, added);
  return added;
}

/** Whether a decision is about the change that was recorded directly before it. */
function isOneEvent(touch: FileTouch, decision: SessionDecision): boolean {
  return touch.at === decision.at && touch.subagent === decision.subagent && touch.tool_use === decision.tool_use;
}

/** Returns the call that a record is about. One that is not known yet is added. */
function findCall(record: FileTouch | SessionDecision, { named, unnamed }: Conversation, calls: Call[]): Call {
  const changed = record.kind === "file" && record.changes ? record.files : [];
  const key = record.files.join("\0");
  const stage = record.kind === "file" ? record.stage : "before";
  const last = unnamed.get(key);
  const isSecond = stage === "after" && last?.stage === "before";
  const known = record.tool_use === null ? (isSecond ? last.call : undefined) : named.get(record.tool_use);
  const call = known ?? { changed, breach: undefined };
  if (known === undefined) calls.push(call);
  if (record.tool_use === null) unnamed.set(key, { call, stage });
  else named.set(record.tool_use, call);
  return call;
}

function breachOf(
  { at, session, agent, subagent, files, verdict }: SessionDecision,
  policy: string,
  rule: CheckedRule,
  { age }: Conversation,
): Omit<Breach, "mended"> {
  const file = files.find((path) => rule.governs(path)) ?? files[0] ?? null;
  return { at, session, agent, subagent, policy, file, denied: verdict === "deny", age };
}

/** Whether a later call changed the file without a violation. */
function isMended({ file }: Pick<Breach, "file">, later: readonly Call[]): boolean {
  return file !== null && later.some(({ changed, breach }) => breach === undefined && changed.includes(file));
}
