import type { EventData, EventType } from "@precept/contract";

const encoder = new TextEncoder();

/** Encodes an event. The id comes last, so that a client whose event was cut off does not skip it. */
export function encodeEvent<Type extends EventType>(id: string, type: Type, data: EventData<Type>): Uint8Array {
  return encoder.encode(`event: ${type}\ndata: ${JSON.stringify(data)}\nid: ${id}\n\n`);
}

/** Encodes a comment, which clients ignore. */
export function encodeComment(text: string): Uint8Array {
  return encoder.encode(`: ${text.replaceAll(/[\r\n]+/g, " ")}\n\n`);
}
