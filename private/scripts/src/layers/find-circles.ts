import { relative, sep } from "node:path";
import type { ModuleImport } from "./read-imports.ts";

/** Files or directories of one directory that import one another in a circle. */
export interface Circle {
  /** The directory, relative to the root. */
  readonly directory: string;
  /** The names of the files and directories in it that form the circle. */
  readonly members: readonly string[];
  /** The imports between the members, as `file imports file`. */
  readonly imports: readonly string[];
}

/**
 * Finds circles among the entries of each directory below a root. An import from `a/b/x.ts` to `a/c/y.ts` is an arrow from `b` to `c` in the directory
 * `a`, so a circle can exist between directories although none exists between files.
 */
export function findCircles(root: string, imports: readonly ModuleImport[]): readonly Circle[] {
  const arrows = new Map<string, Map<string, Map<string, string[]>>>();
  for (const { from, to } of imports) {
    const source = relative(root, from).split(sep);
    const target = relative(root, to).split(sep);
    let depth = 0;
    while (source[depth] === target[depth]) depth += 1;
    const [start, end] = [source[depth], target[depth]];
    if (start === undefined || end === undefined) continue;
    const directory = getOrAdd(arrows, source.slice(0, depth).join("/"), () => new Map<string, Map<string, string[]>>());
    const ends = getOrAdd(directory, start, () => new Map<string, string[]>());
    getOrAdd(ends, end, () => []).push(`${source.join("/")} imports ${target.join("/")}`);
  }
  return [...arrows].flatMap(([directory, graph]) =>
    findComponents(graph).map((members) => ({ directory, members, imports: importsAmong(members, graph) })),
  );
}

type Graph = ReadonlyMap<string, ReadonlyMap<string, readonly string[]>>;

/** Groups of nodes that reach one another, with at least two nodes each. */
function findComponents(graph: Graph): readonly (readonly string[])[] {
  const reached = new Map([...graph.keys()].map((node) => [node, reachableFrom(node, graph)]));
  const grouped = new Set<string>();
  const components: (readonly string[])[] = [];
  for (const [node, ends] of reached) {
    if (grouped.has(node)) continue;
    const members = [...ends].filter((end) => reached.get(end)?.has(node) === true).toSorted();
    if (members.length < 2) continue;
    for (const member of members) grouped.add(member);
    components.push(members);
  }
  return components;
}

function reachableFrom(start: string, graph: Graph): ReadonlySet<string> {
  const reached = new Set<string>();
  const waiting = [start];
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
    for (const next of graph.get(node)?.keys() ?? []) {
      if (reached.has(next)) continue;
      reached.add(next);
      waiting.push(next);
    }
  }
  return reached;
}

function importsAmong(members: readonly string[], graph: Graph): readonly string[] {
  return members.flatMap((member) => members.flatMap((other) => (other === member ? [] : (graph.get(member)?.get(other) ?? []))));
}

function getOrAdd<Key, Value>(map: Map<Key, Value>, key: Key, create: () => Value): Value {
  const existing = map.get(key);
  if (existing !== undefined) return existing;
  const created = create();
  map.set(key, created);
  return created;
}
