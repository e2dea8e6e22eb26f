import type { Channel } from "@precept/contract/values";
import type { Diagnostic, Resolution, ResolveRequest } from "@precept/core";
import { createReceipt, type RecordQueue } from "@precept/evidence/record";
import { messageOf } from "@precept/files";
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

/** Reports that the last receipts could not be written. */
export function reportUnrecorded({ problem }: RecordQueue): readonly Diagnostic[] {
  if (problem === undefined) return [];
  return [
    report("sessions/not-recorded", {}, `The sessions of agents cannot be recorded: ${messageOf(problem)}.`.replace("..", ".")),
  ];
}
