import { basename, dirname } from "node:path";
import { isRecord } from "@precept/core";
import { openRoot, readLinesIn } from "@precept/files";
import { readHookPayload } from "@precept/governance";
import { parseEntry } from "../first-entries.ts";
import type { ReadInput } from "./read-input.ts";

type Payload = Extract<ReadInput, { kind: "payload" }>;

/** A longer line of a transcript is not read. In bytes. */
const maxLineBytes = 1_048_576;

/**
 * Adds the text of the answer to a payload that only names the transcript: Copilot CLI reports that the agent has answered, and not
 * what. The payload is unchanged if the transcript cannot be read.
 */
export async function addAnswer(read: Payload): Promise<Payload> {
  const { payload, value } = read;
  if (payload.kind !== "response" || payload.subjects.length > 0) return read;
  const path = "transcriptPath" in value ? value.transcriptPath : undefined;
  const answer = typeof path === "string" ? await findAnswer(path, payload.subagent).catch(() => undefined) : undefined;
  if (answer === undefined) return read;
  const whole = { ...value, last_assistant_message: answer };
  return { ...read, value: whole, payload: readHookPayload(whole) ?? payload };
}

/** Finds the last text of an agent in a transcript of Copilot CLI. Undefined if it called tools after it. */
async function findAnswer(path: string, subagent: string | undefined): Promise<string | undefined> {
  let answer: string | undefined;
  for await (const line of readLinesIn(openRoot(dirname(path)), basename(path), { maxLineBytes })) {
    if (line?.includes('"assistant.message"') !== true) continue;
    const { type, data, agentId } = parseEntry(line) ?? {};
    if (type !== "assistant.message" || agentId !== subagent || !isRecord(data)) continue;
    answer = typeof data["content"] === "string" && data["content"] !== "" ? data["content"] : undefined;
  }
  return answer;
}
