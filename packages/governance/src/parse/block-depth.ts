import type { YamlValue } from "@precept/core";
import { isMapping, type YamlMapping } from "./normalise-document.ts";

export const maxBlockDepth = 8;

type Path = readonly PropertyKey[];

/** Returns the path of the first block of a policy that is nested too deeply. Undefined if there is none. */
export function findTooDeepBlocks({ match, sequence }: YamlMapping): Path | undefined {
  const { after, unless } = isMapping(sequence) ? sequence : {};
  return (
    findTooDeepBlock(match, ["match"]) ??
    findTooDeepBlock(after, ["sequence", "after"]) ??
    findTooDeepBlock(unless, ["sequence", "unless"])
  );
}

function findTooDeepBlock(match: YamlValue | undefined, path: Path, depth = 0): Path | undefined {
  if (!isMapping(match)) return undefined;
  if (depth > maxBlockDepth) return path;
  for (const key of ["all", "any", "absent"]) {
    const written = match[key];
    const blocks = Array.isArray(written)
      ? written.map((block, at) => ({ block, at: [key, at] }))
      : [{ block: written, at: [key] }];
    for (const { block, at } of blocks) {
      const found = findTooDeepBlock(block, [...path, ...at], depth + 1);
      if (found !== undefined) return found;
    }
  }
  return undefined;
}
