import { decodeEscapes } from "./decode-escapes.ts";

/** Replaces characters as `tr` does with two sets, such as rot13. Undefined with flags or without both sets. */
export function translateCharacters(input: string | undefined, words: readonly string[]): string | undefined {
  const [from, to, ...rest] = words;
  if (input === undefined || from === undefined || to === undefined || rest.length > 0 || from.startsWith("-")) return undefined;
  const [sources, targets] = [expandSet(from), expandSet(to)];
  const table = new Map(sources.map((source, at) => [source, targets[Math.min(at, targets.length - 1)] ?? ""]));
  return Array.from(input, (character) => table.get(character) ?? character).join("");
}

function expandSet(set: string): readonly string[] {
  const ranges = decodeEscapes(set.replace(/^\[(.*)\]$/, "$1")).matchAll(/([a-zA-Z0-9])-([a-zA-Z0-9])|(.)/gs);
  return Array.from(ranges).flatMap(([, from, to, single]) => {
    if (from === undefined || to === undefined) return [single ?? ""];
    const [first, last] = [from.charCodeAt(0), to.charCodeAt(0)];
    return Array.from({ length: Math.max(0, last - first + 1) }, (_, at) => String.fromCharCode(first + at));
  });
}
