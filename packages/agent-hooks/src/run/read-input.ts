import { isRecord } from "@precept/core";
import { parseHookPayload, readHookPayload, type HookPayload } from "@precept/governance";
import type { HostId } from "../host-ids.ts";
import { detectHost } from "../hosts/detect-host.ts";
import { maxPayloadLength } from "../payload-limit.ts";

/** The standard input of a hook: its bytes or text, or a promise of them. */
export type HookInput = Uint8Array | string | Promise<Uint8Array | string>;

/** A payload, read as far as it can be. */
export type ReadInput =
  | { readonly kind: "payload"; readonly host: HostId; readonly value: object; readonly payload: HookPayload }
  | {
      readonly kind: "unreadable";
      readonly problem: string;
      readonly host: HostId | undefined;
      /** The event, if it can be seen in spite of the problem. */
      readonly event: string | undefined;
    };

/** Reads what a host wrote to the hook. @param hint the host that the command names. */
export function readInput(input: Uint8Array | string, hint: HostId | undefined): ReadInput {
  const text = typeof input === "string" ? input : new TextDecoder().decode(input);
  const unreadable = (problem: string): ReadInput => ({ kind: "unreadable", problem, host: hint, event: findEvent(text) });
  if (text.length > maxPayloadLength) return unreadable(`it is longer than ${maxPayloadLength} characters`);
  const parsed = parseHookPayload(text);
  if ("problem" in parsed) return unreadable(parsed.problem);
  const { value } = parsed;
  const host = detectHost(value, hint);
  const payload = readHookPayload(value);
  if (!isRecord(value) || payload === undefined) return { ...unreadable("it names no event of a hook"), host } as ReadInput;
  if (host === undefined) return unreadable("it is of no known agent, and the command names none");
  return { kind: "payload", host, value, payload };
}

/** Finds the event name in a payload that does not parse. Searches only the start: hosts write it before tool input. */
function findEvent(text: string): string | undefined {
  const start = text.slice(0, 4_096);
  const before = /"(?:tool_input|toolArgs|tool_info|parameters|args|input|prompt)"\s*:/.exec(start)?.index ?? start.length;
  return /"(?:hook_event_name|hookEventName|agent_action_name|hookName)"\s*:\s*"([\w.]{1,60})"/.exec(start.slice(0, before))?.[1];
}
