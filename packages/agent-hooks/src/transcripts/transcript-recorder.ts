import type { FileTouch, Receipt, SessionAction, SessionDecision, SessionRecord } from "@precept/contract";
import type { DeliveryEvent } from "@precept/contract/values";
import { estimatedTokens, type Rule } from "@precept/core";
import { pathInside, sha256 } from "@precept/files";
import { readHookPayload, type HookPayload } from "@precept/governance";
import { isChangingTool } from "../run/session-records.ts";
import type { TranscriptAgent } from "../transcript-agents.ts";
import type { TranscriptEvent } from "./transcript-event.ts";

/** What a call, a command or an answer violates. */
export type CheckCall = (payload: HookPayload) => Promise<SessionDecision["policies"]>;

export interface RecorderOptions {
  readonly agent: TranscriptAgent;
  /** The project directory, absolute. */
  readonly root: string;
  /** The rules whose texts are searched for in what hooks added. */
  readonly rules: readonly Rule[];
  readonly check: CheckCall;
}

/** The most records of a session. Beyond it, the first ones are left out. */
const maxRecords = 40_000;

/** How many results are remembered whose calls were not read yet. */
const maxResults = 1_000;

/** A longer result is not searched for the reason of a denial. In UTF-16 code units. */
const maxReason = 4_000;

interface OrderedRecord {
  readonly record: SessionRecord;
  readonly ordinal: number | undefined;
}

/** What all records have. */
type RecordOrigin = Pick<SessionAction, "at" | "session" | "agent" | "subagent">;

/** Turns the events of a transcript into records of a session. */
export class TranscriptRecorder {
  readonly #options: RecorderOptions;
  readonly #records: OrderedRecord[] = [];
  readonly #decisions = new Map<string, Mutable<SessionDecision>>();
  /** Results whose calls were not read yet. */
  readonly #results = new Map<string, string>();
  readonly #calls = new Set<string>();
  readonly #subagents = new Map<string, string>();
  #session = "";
  #lastTime: string | undefined;
  #isOpen = false;
  /** Where the session ran, if it was not in the project. */
  #root: string | undefined;
  /** The receipt of the last prompt, to which hooks add. */
  #prompt: Mutable<Receipt> | undefined;
  /** How many records were left out. */
  left = 0;
  /** How many results name no call of the transcript. */
  get orphans(): number {
    return this.#results.size;
  }

  constructor(options: RecorderOptions) {
    this.#options = options;
  }

  /** Begins the session. @param parent the session that it is a copy of. */
  begin(session: string, at: string | undefined, parent: string | undefined): void {
    if (this.#isOpen) return;
    this.#isOpen = true;
    this.#session = session;
    const turn = parent === undefined ? ({ turn: "start" } as const) : ({ turn: "fork", parent } as const);
    this.#push({ kind: "turn", ...this.#origin({ at, subagent: null }), ...turn }, Number.NEGATIVE_INFINITY);
  }

  async add(event: TranscriptEvent, ordinal: number | undefined): Promise<void> {
    const origin = this.#origin(event);
    this.#beginSubagent(origin, ordinal);
    switch (event.kind) {
      case "prompt":
        this.#prompt = this.#receipt(origin, "prompt", digest(event.text), ordinal);
        return;
      case "context":
        return this.#context(event, origin, ordinal);
      case "compaction":
        this.#push({ kind: "turn", ...origin, turn: "compaction" }, ordinal);
        return;
      case "answer":
        return this.#answer(event.text, origin, ordinal);
      case "result":
        return this.#result(event.id, event.isError ? event.text : "");
      case "call":
        return this.#call(event, origin, ordinal);
    }
  }

  /** The records in the order of the transcript. */
  end(): readonly SessionRecord[] {
    for (const [subagent, at] of this.#subagents) {
      this.#push({ kind: "turn", ...this.#origin({ at, subagent }), turn: "subagentStop" }, undefined);
    }
    const isNumbered = this.#records.some(({ ordinal }) => ordinal !== undefined && Number.isFinite(ordinal));
    const ordered = isNumbered
      ? this.#records.toSorted((left, right) => (left.ordinal ?? Infinity) - (right.ordinal ?? Infinity))
      : this.#records;
    return ordered.map(({ record }) => record);
  }

  #origin({ at, subagent }: Pick<TranscriptEvent, "at" | "subagent">): RecordOrigin {
    // An entry without a time has the time of the entry before it.
    this.#lastTime = at ?? this.#lastTime ?? new Date(0).toISOString();
    return { at: this.#lastTime, session: this.#session, agent: this.#options.agent, subagent };
  }

  #beginSubagent(origin: RecordOrigin, ordinal: number | undefined): void {
    const { subagent, at } = origin;
    if (subagent === null) return;
    if (!this.#subagents.has(subagent)) this.#push({ kind: "turn", ...origin, turn: "subagentStart" }, ordinal);
    this.#subagents.set(subagent, at);
  }

  /** The project, or the directory in which a session of another copy of the project ran. */
  #rootOf(cwd: string | undefined): string {
    const { root } = this.#options;
    if (cwd !== undefined && pathInside(root, cwd) === undefined) this.#root ??= cwd;
    return this.#root ?? root;
  }

  #receipt(origin: RecordOrigin, event: DeliveryEvent, prompt: string | null, ordinal: number | undefined): Mutable<Receipt> {
    const receipt: Mutable<Receipt> = {
      kind: "receipt",
      ...origin,
      channel: "hook",
      event,
      ...noCall,
      prompt_sha256: prompt,
      request_id: null,
      rules: [],
      left_out: [],
      listed: [],
      memory: false,
      characters: 0,
    };
    this.#push(receipt, ordinal);
    return receipt;
  }

  #context(
    { event, text }: Extract<TranscriptEvent, { readonly kind: "context" }>,
    origin: RecordOrigin,
    ordinal: number | undefined,
  ): void {
    const rules = this.#options.rules.filter(({ content }) => content.trim() !== "" && text.includes(content.trim()));
    if (rules.length === 0) return;
    const kind = deliveryEvents[event] ?? "request";
    const isOfPrompt = kind === "prompt" && origin.subagent === null && this.#prompt?.rules.length === 0;
    const receipt = isOfPrompt ? this.#prompt : this.#receipt(origin, kind === "prompt" ? "request" : kind, null, ordinal);
    if (receipt === undefined) return;
    receipt.rules = rules.map(({ id, name, scope, version, content }) => ({
      id,
      name,
      scope,
      version,
      sha256: digest(content),
      reason: "its text is in the transcript",
      files: [],
      tokens: estimatedTokens.count(content),
      cut: false,
    }));
    receipt.characters = text.length;
  }

  async #answer(text: string, origin: RecordOrigin, ordinal: number | undefined): Promise<void> {
    const value = { hook_event_name: "Stop", last_assistant_message: text };
    const payload = readHookPayload(value, this.#options.root);
    const action = { kind: "action", ...origin, ...noCall, action: "answer", stage: "after", sha256: digest(text) } as const;
    this.#push(action satisfies SessionAction, ordinal);
    await this.#decide(payload, origin, noCall, ordinal);
  }

  async #call(
    { id, tool, input, cwd }: Extract<TranscriptEvent, { readonly kind: "call" }>,
    origin: RecordOrigin,
    ordinal: number | undefined,
  ): Promise<void> {
    // A line that is repeated is no second call.
    if (id !== undefined && this.#calls.has(id)) return;
    if (id !== undefined) this.#calls.add(id);
    const value = { hook_event_name: "PreToolUse", tool_name: tool, tool_input: input, ...(cwd !== undefined && { cwd }) };
    const payload = readHookPayload(value, this.#rootOf(cwd));
    if (payload === undefined) return;
    const call = { tool, tool_use: id ?? null, files: payload.files };
    const command = payload.subjects.find(({ kind }) => kind === "command")?.text;
    if (payload.files.length > 0) {
      const touch: FileTouch = {
        kind: "file",
        ...origin,
        ...call,
        changes: isChangingTool(payload.toolClass),
        stage: "before",
      };
      this.#push(touch, ordinal);
    } else if (command !== undefined) {
      const action: SessionAction = {
        kind: "action",
        ...origin,
        ...call,
        action: "command",
        stage: "before",
        sha256: digest(command),
      };
      this.#push(action, ordinal);
    }
    await this.#decide(payload, origin, call, ordinal);
  }

  async #decide(
    payload: HookPayload | undefined,
    origin: RecordOrigin,
    call: Pick<SessionDecision, "tool" | "tool_use" | "files">,
    ordinal: number | undefined,
  ): Promise<void> {
    const policies = payload === undefined ? [] : await this.#options.check(payload);
    const { tool_use: id } = call;
    const result = id === null ? undefined : this.#results.get(id);
    if (id !== null) this.#results.delete(id);
    if (policies.length === 0) return;
    const decision: Mutable<SessionDecision> = { kind: "decision", ...origin, ...call, verdict: "none", policies };
    this.#push(decision, ordinal);
    if (result !== undefined) denyIfSaid(decision, result);
    else if (id !== null) this.#decisions.set(id, decision);
  }

  #result(id: string, reason: string): void {
    const decision = this.#decisions.get(id);
    if (decision !== undefined) {
      denyIfSaid(decision, reason);
      this.#decisions.delete(id);
    } else if (!this.#calls.has(id)) {
      if (this.#results.size < maxResults) this.#results.set(id, reason.slice(0, maxReason));
    }
  }

  #push(record: SessionRecord, ordinal: number | undefined): void {
    this.#records.push({ record, ordinal });
    if (this.#records.length <= maxRecords) return;
    // The first one says how the session began.
    this.left += this.#records.splice(1, maxRecords / 4).length;
  }
}

type Mutable<Value> = { -readonly [Key in keyof Value]: Value[Key] };

const noCall = { tool: null, tool_use: null, files: [] };

/** The events of Claude Code's hooks, by what was delivered at them. */
const deliveryEvents: Readonly<Record<string, DeliveryEvent>> = {
  SessionStart: "start",
  UserPromptSubmit: "prompt",
  SubagentStart: "subagent",
  PreToolUse: "file",
  PostToolUse: "file",
};

/** A denied call has an error that names the policy, or says that a hook blocked it. */
function denyIfSaid(decision: Mutable<SessionDecision>, reason: string): void {
  const isNamed = decision.policies.some(({ id, shadow }) => !shadow && reason.includes(id));
  if (isNamed || /^Command blocked by \w+ hook/.test(reason)) decision.verdict = "deny";
}

function digest(text: string): string {
  return sha256(text).slice(0, 16);
}
