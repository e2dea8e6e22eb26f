import { hash } from "node:crypto";
import type { Json } from "@precept/core";

/** The `prev_hash` of the very first entry. */
export const genesis: string = "0".repeat(64);

/** The end of every line: `"prev_hash":"…","hash":"…"}`. */
const ending = /^,"prev_hash":"([0-9a-f]{64})","hash":"([0-9a-f]{64})"\}$/;
const endingLength = ',"prev_hash":"","hash":""}'.length + 128;
const hashLength = ',"hash":""}'.length + 64;

/** Longer lines, in bytes, are no entries. */
export const maxLineBytes = 1_048_576;

/** Names in an entry. A member is written as it stands, so that integers, too, stay where they were put. */
export type Fields = readonly (readonly [name: string, value: Json])[];

/** A line, without its line break, and its hash. */
export function printLine(fields: Fields, prevHash: string): { readonly line: string; readonly hash: string } {
  const texts = [...fields, ["prev_hash", prevHash] as const].map(
    ([name, value]) => `${JSON.stringify(name)}:${JSON.stringify(value)}`,
  );
  const covered = `{${texts.join(",")}}`;
  const own = hash("sha256", covered);
  return { line: `${covered.slice(0, -1)},"hash":"${own}"}`, hash: own };
}

/** What a line says, whether or not it is true. */
export interface LogLine {
  readonly fields: Readonly<Record<string, Json>>;
  readonly logId: string;
  readonly prevHash: string;
  readonly hash: string;
  /** Whether no byte of it was changed since it got its hash. */
  readonly hasValidHash: boolean;
}

/** Reads a line; undefined where it is not an entry. The bytes count, not the characters: several bytes are read as the same character. */
export function readLine(bytes: Buffer): LogLine | undefined {
  const [, prevHash, found] = ending.exec(bytes.toString("latin1", bytes.length - endingLength)) ?? [];
  if (prevHash === undefined || found === undefined) return undefined;
  const fields = parse(bytes.toString("utf8"));
  const logId = fields?.["log_id"];
  if (fields === undefined || typeof logId !== "string") return undefined;
  const covered = Buffer.concat([bytes.subarray(0, -hashLength), Buffer.from("}")]);
  return { fields, logId, prevHash, hash: found, hasValidHash: hash("sha256", covered) === found };
}

function parse(text: string): Readonly<Record<string, Json>> | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null ? (value as Readonly<Record<string, Json>>) : undefined;
  } catch {
    return undefined;
  }
}
