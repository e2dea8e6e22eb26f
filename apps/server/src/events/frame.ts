import type { EventData, EventType } from "@precept/contract";

const encoder = new TextEncoder();

/**
 * Encodes an event of a stream. JSON has no line breaks, so that the data is one line. The id comes last, so that a
 * client that takes it over before the event is complete does not skip an event that was cut off.
 */
export function encodeEvent<Type extends EventType>(id: string, type: Type, data: EventData<Type>): Uint8Array {
  return encoder.encode(`event: ${type}\ndata: ${JSON.stringify(data)}\nid: ${id}\n\n`);
}

/** Encodes a comment, which clients ignore. */
export function encodeComment(text: string): Uint8Array {
  return encoder.encode(`: ${text.replaceAll(/[\r\n]+/g, " ")}\n\n`);
}
