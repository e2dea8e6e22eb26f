import { sha256 } from "@precept/files";
import type { Json } from "@precept/core";

/** The `prev_hash` of the first entry. */
export const genesis: string = "0".repeat(64);

/** The end of every line: `"prev_hash":"…","hash":"…"}`. */
const ending = /^,"prev_hash":"([0-9a-f]{64})","hash":"([0-9a-f]{64})"\}$/;
const endingLength = ',"prev_hash":"","hash":""}'.length + 128;
const hashLength = ',"hash":""}'.length + 64;

/** The maximum length of an entry, in bytes. */
export const maxLineBytes = 1_048_576;

/** The fields of an entry, in order. An array, since objects reorder integer keys. */
export type Fields = readonly (readonly [name: string, value: Json])[];

export function formatLine(fields: Fields, prevHash: string): { readonly line: string; readonly hash: string } {
  const texts = [...fields, ["prev_hash", prevHash] as const].map(
    ([name, value]) => `${JSON.stringify(name)}:${JSON.stringify(value)}`,
  );
  const hashed = `{${texts.join(",")}}`;
  const own = sha256(hashed);
  return { line: `${hashed.slice(0, -1)},"hash":"${own}"}`, hash: own };
}

/** A parsed line. It may have been tampered with. */
export interface LogLine {
  readonly fields: Readonly<Record<string, Json>>;
  readonly logId: string;
  readonly prevHash: string;
  readonly hash: string;
  /** Whether the hash matches the bytes of the line. */
  readonly hasValidHash: boolean;
}

/** Parses a line; undefined if it is not an entry. Different bytes can decode to equal characters. */
export function readLine(bytes: Buffer): LogLine | undefined {
  const [, prevHash, found] = ending.exec(bytes.toString("latin1", bytes.length - endingLength)) ?? [];
  if (prevHash === undefined || found === undefined) return undefined;
  const fields = parse(bytes.toString("utf8"));
  const logId = fields?.["log_id"];
  if (fields === undefined || typeof logId !== "string") return undefined;
  const hashed = Buffer.concat([bytes.subarray(0, -hashLength), Buffer.from("}")]);
  return { fields, logId, prevHash, hash: found, hasValidHash: sha256(hashed) === found };
}

function parse(text: string): Readonly<Record<string, Json>> | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null ? (value as Readonly<Record<string, Json>>) : undefined;
  } catch {
    return undefined;
  }
}
