import type { FileTouch, SessionAction, SessionDecision, SessionRecord, SessionTurnRecord } from "@precept/contract";
import type { DeliveryEvent, SessionActionKind, SessionTurn } from "@precept/contract/values";
import type { HookAnswer } from "@precept/mdc-compat/hooks";
import { createReceipt, recordInSession, type DeliveredRules } from "@precept/evidence/record";
import { messageOf, sha256 } from "@precept/files";
import type { HookEventKind, HookPayload, ToolClass } from "@precept/governance";
import type { HostId } from "../host-ids.ts";
import { holdResume, transcriptOf } from "./forks.ts";
import { isRulesEvent } from "./give-context.ts";
import type { HookWorkspace } from "./hook-workspace.ts";

/** The event that a record is about. */
interface RecordedEvent {
  readonly host: HostId;
  readonly payload: HookPayload;
  /** The payload as the host sent it. */
  readonly value: object;
  /** When the event is handled, in milliseconds since 1970. */
  readonly now: number;
}

/** Collects what an event does to a session, and appends it to the records of the session in one write. */
export class EventRecorder {
  readonly #event: RecordedEvent;
  readonly #records: SessionRecord[] = [];
  /** The keys of the rules that the event gave. */
  #added: readonly string[] = [];

  constructor(event: RecordedEvent) {
    this.#event = event;
    const turn = turnOf(event);
    if (turn !== undefined) this.turn(turn);
    this.#recordFiles();
    this.#recordAction();
  }

  turn(turn: SessionTurn): void {
    this.#records.push({ kind: "turn", ...this.#origin(), turn } satisfies SessionTurnRecord);
  }

  decision({ verdict: given, input }: HookAnswer, policies: SessionDecision["policies"]): void {
    const verdict = input === undefined ? given : "replace";
    if (verdict === "none" && policies.length === 0) return;
    this.#records.push({ kind: "decision", ...this.#origin(), ...this.#call(), verdict, policies } satisfies SessionDecision);
  }

  /** Records a delivery. One without rules only at events at which an agent gets rules without doing anything. */
  receipt(rules: DeliveredRules, added: readonly string[] = []): void {
    this.#added = added;
    const { kind, prompt } = this.#event.payload;
    if (rules.given.length + rules.named.length + rules.listed.length === 0 && !isRulesEvent(kind)) return;
    const event = deliveryEventOf(this.#event);
    const origin = { ...this.#origin(), channel: "hook" as const, event, ...this.#call(), request_id: null };
    this.#records.push(createReceipt({ ...origin, prompt: kind === "prompt" ? prompt : undefined }, rules));
  }

  /** Appends the records. @returns the problem if they could not be written. Never rejects. */
  async save({ root, settings: { sessions } }: HookWorkspace): Promise<readonly string[]> {
    const { host, payload, value, now } = this.#event;
    if (sessions?.isRecorded === false) return [];
    const conversation = { root, host, session: payload.session ?? host };
    const transcript = transcriptOf(value);
    try {
      if (turnOf(this.#event) === "resume" && transcript !== undefined) {
        await holdResume(conversation, { records: this.#records, added: this.#added, transcript }, now);
        return [];
      }
      await recordInSession(root, conversation.session, this.#records);
      return [];
    } catch (error) {
      return [`What happened in the session cannot be recorded: ${messageOf(error)}`];
    }
  }

  #recordFiles(): void {
    const { kind, files, toolClass } = this.#event.payload;
    if (files.length === 0 || (kind !== "beforeTool" && kind !== "afterTool")) return;
    this.#records.push({
      kind: "file",
      ...this.#origin(),
      ...this.#call(),
      changes: isChangingTool(toolClass),
      stage: kind === "beforeTool" ? "before" : "after",
    } satisfies FileTouch);
  }

  #recordAction(): void {
    const { kind, subjects, files } = this.#event.payload;
    const action = actionOf(this.#event);
    const text = subjects.find((subject) => subject.kind === (action === "answer" ? "response" : "command"))?.text;
    // A command whose files are known has the record of its files.
    if (action === undefined || text === undefined || files.length > 0) return;
    this.#records.push({
      kind: "action",
      ...this.#origin(),
      ...this.#call(),
      action,
      stage: kind === "beforeTool" ? "before" : "after",
      sha256: sha256(text).slice(0, 16),
    } satisfies SessionAction);
  }

  #origin() {
    const { host, payload, now } = this.#event;
    return {
      at: new Date(now).toISOString(),
      session: payload.session ?? host,
      agent: host,
      subagent: payload.subagent ?? null,
    };
  }

  #call() {
    const { tool = null, toolUse = null, files } = this.#event.payload;
    return { tool, tool_use: toolUse, files };
  }
}

const changingTools: ReadonlySet<ToolClass> = new Set(["write", "edit", "patch", "delete"]);

/** Whether a tool changes the files that it names. */
export function isChangingTool(toolClass: ToolClass | undefined): boolean {
  return toolClass !== undefined && changingTools.has(toolClass);
}

/** What each kind of event is to the session itself. */
const turns: Partial<Record<HookEventKind, SessionTurn>> = {
  compact: "compaction",
  afterCompact: "compaction",
  subagentStart: "subagentStart",
  sessionEnd: "end",
};

function actionOf(event: RecordedEvent): SessionActionKind | undefined {
  const { kind } = event.payload;
  if (kind === "response") return "answer";
  return kind === "beforeTool" || kind === "afterTool" ? "command" : undefined;
}

function turnOf(recorded: RecordedEvent): SessionTurn | undefined {
  const { kind, event, subagent } = recorded.payload;
  const { value } = recorded;
  if (kind === "response") return subagent !== undefined && /subagentstop/i.test(event) ? "subagentStop" : undefined;
  if (kind !== "sessionStart") return turns[kind];
  const source = startSourceOf(value);
  return source === "resume" ? "resume" : source === "compact" ? "compaction" : "start";
}

/** Why a session starts: `startup`, `resume`, `clear` or `compact`, if the host says so. */
export function startSourceOf(value: object): unknown {
  return "source" in value ? value.source : undefined;
}

/** The event of a receipt, by the kind of the hook's event. */
const deliveryEvents: Partial<Record<HookEventKind, DeliveryEvent>> = {
  prompt: "prompt",
  subagentStart: "subagent",
  afterCompact: "compaction",
};

function deliveryEventOf(event: RecordedEvent): DeliveryEvent {
  const turn = turnOf(event);
  if (turn === "start" || turn === "resume" || turn === "compaction") return turn;
  const { kind, files } = event.payload;
  return deliveryEvents[kind] ?? (files.length > 0 ? "file" : "request");
}
