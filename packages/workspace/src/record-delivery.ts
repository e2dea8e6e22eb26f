import type { WireMemoryRule } from "@precept/contract";
import type { Channel } from "@precept/contract/values";
import type { Diagnostic, Resolution, ResolveRequest } from "@precept/core";
import { createReceipt, type RecordQueue } from "@precept/evidence/record";
import { messageOf, sha256 } from "@precept/files";
import { report } from "./diagnostic-catalogue.ts";

/** Records that the rules of a request reached an agent, if the request names a session. */
export function recordDelivery(
  receipts: RecordQueue,
  { session, tool, prompt }: ResolveRequest & { readonly tool: string },
  { applied, dropped, requestable, request, requestId, timestamp, prompt: text }: Resolution,
  { channel, hasMemory }: { readonly channel: Channel; readonly hasMemory: boolean },
): void {
  if (session === undefined) return;
  const receipt = createReceipt(
    {
      at: timestamp ?? new Date().toISOString(),
      session,
      agent: tool,
      subagent: null,
      channel,
      event: channel === "middleware" ? "call" : "request",
      tool: null,
      tool_use: null,
      files: request.files,
      request_id: requestId,
      prompt,
    },
    { given: applied, named: [], dropped, listed: requestable.listed, hasMemory, characters: text.length },
  );
  receipts.add(receipt);
}

/** Rules that the memory service returned to an agent. */
export interface MemoryDelivery {
  readonly session: string;
  readonly agent: string;
  readonly channel: Channel;
  /** Why the rules were returned, as a phrase. */
  readonly reason: string;
  /** What was searched for. Only its digest is recorded. */
  readonly query?: string | undefined;
  readonly rules: readonly WireMemoryRule[];
}

/** Records that the memory service returned rules to an agent. */
export function recordMemoryDelivery(
  receipts: RecordQueue,
  { session, agent, channel, reason, query, rules }: MemoryDelivery,
): void {
  receipts.add({
    kind: "receipt",
    at: new Date().toISOString(),
    session,
    agent,
    subagent: null,
    channel,
    event: "request",
    tool: null,
    tool_use: null,
    files: [],
    prompt_sha256: query === undefined ? null : digest(query),
    request_id: null,
    rules: rules.map(({ id, name, rule_scope: scope, version, rule, token_cost: tokens = 0 }) => ({
      id,
      name,
      scope,
      version,
      sha256: digest(rule),
      reason,
      files: [],
      tokens,
      cut: false,
    })),
    left_out: [],
    listed: [],
    memory: false,
    characters: rules.reduce((sum, { rule }) => sum + rule.length, 0),
  });
}

function digest(text: string): string {
  return sha256(text).slice(0, 16);
}

/** Reports that the last receipts could not be written. */
export function reportUnrecorded({ problem }: RecordQueue): readonly Diagnostic[] {
  if (problem === undefined) return [];
  return [
    report("sessions/not-recorded", {}, `The sessions of agents cannot be recorded: ${messageOf(problem)}.`.replace("..", ".")),
  ];
}
