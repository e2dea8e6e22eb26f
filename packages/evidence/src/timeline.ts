import type { FileTouch, Receipt, SessionAction, SessionDecision, SessionRecord, SessionTurnRecord } from "@precept/contract";

/** Why a rule's text was delivered. `again`: the agent had it before, and lost it or gets it once more. `changed`: it had another text. */
export type DeliveryKind = "new" | "again" | "changed";

/** A receipt, with what each of its rules was to the agent. */
interface Delivered {
  readonly kind: "delivered";
  readonly receipt: Receipt;
  /** For each rule of the receipt. */
  readonly deliveries: readonly DeliveryKind[];
}

/**
 * What went wrong with the rules of a session.
 *
 * - `compaction`: the agent lost its rules, and was given none before it went on.
 * - `subagent`: a subagent worked without any rule, though the session has some.
 * - `late`: a file was changed before a rule for it arrived.
 * - `neverFits`: a rule applied, and no delivery had room for it.
 * - `unguarded`: tools ran without the hook before them, so that no policy could stop them.
 */
export type GapKind = "compaction" | "subagent" | "late" | "neverFits" | "unguarded";

export interface Gap {
  readonly kind: GapKind;
  readonly at: string;
  readonly subagent: string | null;
  /** The names of the rules. Empty if the gap is not about certain ones. */
  readonly rules: readonly string[];
  /** The file that was changed. */
  readonly file?: string;
  readonly detail: string;
}

export type TimelineEntry =
  | Delivered
  | { readonly kind: "file"; readonly touch: FileTouch }
  | { readonly kind: "action"; readonly action: SessionAction }
  | { readonly kind: "decision"; readonly decision: SessionDecision }
  | { readonly kind: "turn"; readonly turn: SessionTurnRecord }
  | { readonly kind: "gap"; readonly gap: Gap };

/** A rule that an agent has in its context. */
export interface HeldRule {
  readonly rule: Receipt["rules"][number];
  /** When its text was delivered last. */
  readonly at: string;
  readonly event: Receipt["event"];
}

/** What one agent of a session, the main one or a subagent, has in its context. */
interface Conversation {
  /** By the rule's id. */
  readonly held: Map<string, HeldRule>;
  /** The digest of each rule's text that was ever delivered, by the rule's id. */
  readonly ever: Map<string, string>;
  /** The files that were changed, with the time of the first change. */
  readonly changed: Map<string, string>;
  /** The names of the rules that a compaction removed and that were not delivered again yet, by the rule's id. */
  readonly lost: Map<string, string>;
  /** The last call without an id, by what it does. Most hosts report a call before and after it. */
  readonly unnamed: Map<string, "before" | "after">;
  hasWorked: boolean;
  /** Whether the last record is a compaction. Hosts report one before, after and at the new start. */
  isCompacted: boolean;
}

/** Follows a session record by record. */
class SessionReader {
  readonly entries: TimelineEntry[] = [];
  readonly #conversations = new Map<string, Conversation>();
  /** The rules that never fitted so far, by id. */
  readonly #unfitting = new Map<string, { readonly name: string; readonly record: Receipt; readonly reason: string }>();
  readonly #fitting = new Set<string>();
  /** The ids of the calls that have an entry. */
  readonly #reported = new Set<string>();

  read(record: SessionRecord): void {
    const conversation = this.conversationOf(record);
    const isCompaction = record.kind === "turn" && record.turn === "compaction";
    if (isCompaction && conversation.isCompacted) return;
    conversation.isCompacted = isCompaction;
    switch (record.kind) {
      case "receipt":
        return this.#deliver(record, conversation);
      case "file":
        return this.#touch(record, conversation);
      case "action":
        return this.#act(record, conversation);
      case "decision":
        this.entries.push({ kind: "decision", decision: record });
        return;
      case "turn":
        return this.#turn(record, conversation);
    }
  }

  /** Adds the gaps that only show at the end. */
  end(): void {
    for (const [id, { name, record, reason }] of this.#unfitting) {
      if (this.#fitting.has(id)) continue;
      this.#gap("neverFits", record, { rules: [name], detail: `${name} applied, and no delivery had its text: ${reason}` });
    }
  }

  conversationOf({ subagent }: Pick<SessionRecord, "subagent">): Conversation {
    const key = subagent ?? "";
    const known = this.#conversations.get(key);
    if (known !== undefined) return known;
    const added: Conversation = {
      held: new Map(),
      ever: new Map(),
      changed: new Map(),
      lost: new Map(),
      unnamed: new Map(),
      hasWorked: false,
      isCompacted: false,
    };
    this.#conversations.set(key, added);
    return added;
  }

  #deliver(receipt: Receipt, conversation: Conversation): void {
    const deliveries = receipt.rules.map((rule): DeliveryKind => {
      const before = conversation.ever.get(rule.id);
      return before === undefined ? "new" : before === rule.sha256 ? "again" : "changed";
    });
    if (receipt.rules.length === 0 && receipt.event === "prompt") this.#reportLoss(receipt, conversation);
    this.entries.push({ kind: "delivered", receipt, deliveries });
    for (const [at, rule] of receipt.rules.entries()) {
      if (deliveries[at] === "new") this.#reportLate(receipt, rule, conversation);
      // A rule that is delivered again moves to the end.
      conversation.held.delete(rule.id);
      conversation.held.set(rule.id, { rule, at: receipt.at, event: receipt.event });
      conversation.ever.set(rule.id, rule.sha256);
      this.#fitting.add(rule.id);
    }
    for (const { id } of [...receipt.rules, ...receipt.left_out]) conversation.lost.delete(id);
    for (const { id, name, reason } of receipt.left_out) {
      if (!this.#unfitting.has(id)) this.#unfitting.set(id, { name, record: receipt, reason });
    }
  }

  #reportLate(receipt: Receipt, rule: Receipt["rules"][number], { changed }: Conversation): void {
    const file = rule.files.find((path) => changed.has(path));
    if (file === undefined) return;
    this.#gap("late", receipt, {
      rules: [rule.name],
      file,
      detail: `${file} was changed before ${rule.name} arrived`,
    });
  }

  #act(action: SessionAction, conversation: Conversation): void {
    this.#reportLoss(action, conversation);
    this.#reportBareSubagent(action, conversation);
    if (this.#isFirst(action, action.sha256, conversation)) this.entries.push({ kind: "action", action });
    conversation.hasWorked = true;
  }

  #touch(touch: FileTouch, conversation: Conversation): void {
    this.#reportLoss(touch, conversation);
    this.#reportBareSubagent(touch, conversation);
    if (this.#isFirst(touch, touch.files.join("\0"), conversation)) this.entries.push({ kind: "file", touch });
    conversation.hasWorked = true;
    if (touch.changes) {
      for (const file of touch.files) if (!conversation.changed.has(file)) conversation.changed.set(file, touch.at);
    }
  }

  /** Whether a record is the first one of a call. Most hosts report a call before and after it: one entry is enough. */
  #isFirst({ tool, tool_use, stage }: FileTouch | SessionAction, what: string, { unnamed }: Conversation): boolean {
    if (tool_use !== null) {
      const isNew = !this.#reported.has(tool_use);
      this.#reported.add(tool_use);
      return isNew;
    }
    const key = `${tool ?? ""}\0${what}`;
    const isSecond = stage === "after" && unnamed.get(key) === "before";
    unnamed.set(key, stage);
    return !isSecond;
  }

  #reportLoss(record: SessionRecord, conversation: Conversation): void {
    const { lost } = conversation;
    if (lost.size === 0) return;
    this.#gap("compaction", record, {
      rules: [...lost.values()],
      detail: `the agent went on without ${lost.size === 1 ? "a rule" : `${lost.size} rules`} that it had before`,
    });
    lost.clear();
  }

  #reportBareSubagent(touch: FileTouch | SessionAction, conversation: Conversation): void {
    if (touch.subagent === null || conversation.hasWorked || conversation.ever.size > 0) return;
    const main = this.#conversations.get("");
    if (main === undefined || main.ever.size === 0) return;
    this.#gap("subagent", touch, { rules: [], detail: `the subagent ${touch.subagent} works without any rule of the session` });
  }

  #turn(record: SessionTurnRecord, conversation: Conversation): void {
    if (record.turn === "end") this.#reportLoss(record, conversation);
    this.entries.push({ kind: "turn", turn: record });
    if (record.turn === "unguarded")
      this.#gap("unguarded", record, { rules: [], detail: "a tool ran without the hook before it: no policy could stop it" });
    if (record.turn !== "compaction" && record.turn !== "start") return;
    for (const [id, { rule }] of conversation.held) if (record.turn === "compaction") conversation.lost.set(id, rule.name);
    conversation.held.clear();
  }

  #gap(kind: GapKind, { at, subagent }: SessionRecord, given: Omit<Gap, "kind" | "at" | "subagent">): void {
    this.entries.push({ kind: "gap", gap: { kind, at, subagent, ...given } });
  }
}

/** Returns what happened in a session, in the order of its records, with the gaps where they show. */
export function timelineOf(records: readonly SessionRecord[]): readonly TimelineEntry[] {
  const reader = new SessionReader();
  for (const record of records) reader.read(record);
  reader.end();
  return reader.entries;
}

/** Returns the gaps of a timeline. */
export function gapsIn(timeline: readonly TimelineEntry[]): readonly Gap[] {
  return timeline.flatMap((entry) => (entry.kind === "gap" ? [entry.gap] : []));
}

/**
 * Returns the rules that an agent had at a time, as far as they were delivered to it, in the order of delivery.
 *
 * @param at ISO 8601. @param subagent the id of a subagent. Default: the main agent.
 */
export function rulesHeldAt(records: readonly SessionRecord[], at: string, subagent: string | null = null): readonly HeldRule[] {
  const reader = new SessionReader();
  for (const record of records) if (record.at <= at) reader.read(record);
  return [...reader.conversationOf({ subagent }).held.values()];
}
