import type { YamlValue } from "@precept/core";
import { isMapping, type YamlMapping } from "./normalise-document.ts";

/** The maximum nesting depth of `all`, `any` and `absent`. */
export const maxBlockDepth = 8;

const blockKeys = ["all", "any", "absent"];

/** Returns the path of the first block of a policy that is nested too deeply. Undefined if there is none. */
export function findTooDeepBlocks({ match, sequence }: YamlMapping): readonly PropertyKey[] | undefined {
  const { after, unless } = isMapping(sequence) ? sequence : {};
  return (
    findTooDeepBlock(match, ["match"]) ??
    findTooDeepBlock(after, ["sequence", "after"]) ??
    findTooDeepBlock(unless, ["sequence", "unless"])
  );
}

function findTooDeepBlock(
  match: YamlValue | undefined,
  path: readonly PropertyKey[],
  depth = 0,
): readonly PropertyKey[] | undefined {
  if (!isMapping(match)) return undefined;
  if (depth > maxBlockDepth) return path;
  for (const key of blockKeys) {
    const written = match[key];
    const blocks = Array.isArray(written)
      ? written.map((block, at) => [block, [...path, key, at]] as const)
      : [[written, [...path, key]] as const];
    for (const [block, at] of blocks) {
      const found = findTooDeepBlock(block, at, depth + 1);
      if (found !== undefined) return found;
    }
  }
  return undefined;
}
