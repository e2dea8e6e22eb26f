import { isRecord } from "@precept/core";
import { printJson } from "./text.ts";

/** How deep containers are printed in parts: as deep as the results of a report. */
const maxDepth = 4;

/** Prints JSON as `printJson` does with two spaces, in parts. A string cannot be longer than 512 MiB. */
export function* jsonParts(value: unknown, indent = "", depth: number = maxDepth): Iterable<string> {
  const inner = `${indent}  `;
  if (depth > 0 && Array.isArray(value) && value.length > 0) {
    let separator = "[\n";
    for (const item of value as readonly unknown[]) {
      yield separator + inner;
      yield* jsonParts(item ?? null, inner, depth - 1);
      separator = ",\n";
    }
    yield `\n${indent}]`;
    return;
  }
  const entries = depth > 0 && isRecord(value) ? Object.entries(value).filter(([, item]) => item !== undefined) : [];
  if (entries.length === 0) {
    yield printJson(value, 2).replaceAll("\n", `\n${indent}`);
    return;
  }
  let separator = "{\n";
  for (const [name, item] of entries) {
    yield `${separator}${inner}${printJson(name)}: `;
    yield* jsonParts(item, inner, depth - 1);
    separator = ",\n";
  }
  yield `\n${indent}}`;
}

/** The length of the blocks in which parts are written, in UTF-16 code units. */
const blockLength = 65_536;

/** Joins parts to blocks, so that not every part is written on its own. */
export function* inBlocks(parts: Iterable<string>): Iterable<string> {
  let block: string[] = [];
  let length = 0;
  for (const part of parts) {
    block.push(part);
    length += part.length;
    if (length < blockLength) continue;
    yield block.join("");
    block = [];
    length = 0;
  }
  if (length > 0) yield block.join("");
}
