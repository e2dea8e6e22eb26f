import type { EventData, EventType } from "@precept/api";

const encoder = new TextEncoder();

/** Encodes an event of a stream. JSON has no line breaks, so that the data is one line. */
export function encodeEvent<Type extends EventType>(id: string, type: Type, data: EventData<Type>): Uint8Array {
  return encoder.encode(`id: ${id}\nevent: ${type}\ndata: ${JSON.stringify(data)}\n\n`);
}

/** Encodes a comment, which clients ignore. */
export function encodeComment(text: string): Uint8Array {
  return encoder.encode(`: ${text.replaceAll(/[\r\n]+/g, " ")}\n\n`);
}
