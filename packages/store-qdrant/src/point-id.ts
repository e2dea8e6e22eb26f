import { createHash } from "node:crypto";

/** The namespace of the ids of points: a random UUID that never changes. */
const namespace = Buffer.from("6f1d0c5a9a2e4a6bb7f38f6d2c1e9047", "hex");

/** The id of the point of a rule: the UUID of version 5 of its id, because Qdrant accepts only numbers and UUIDs. */
export function pointIdOf(ruleId: string): string {
  return uuidOf(`rule ${ruleId}`);
}

/** The id of the point that says how far the collection is filled. No rule has it. */
export const stateId: string = uuidOf("state");

function uuidOf(name: string): string {
  const bytes = createHash("sha1").update(namespace).update(name).digest().subarray(0, 16);
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x50;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  const hex = bytes.toString("hex");
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join("-");
}
