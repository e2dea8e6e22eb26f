import { maxOf } from "@precept/core";
import { getOrInsertComputed } from "../get-or-insert-computed.ts";

/** A literal to search for, and the number of its owner. Several literals can have the same owner. */
export interface OwnedLiteral {
  /** ASCII, in lower case, not empty. */
  readonly text: string;
  readonly owner: number;
}

/** Sets `found[owner]` to 1 for each owner of a literal in the text, in one pass, ignoring the case of A to Z. */
export type LiteralScanner = (text: string, found: Uint8Array) => void;

/** A state of the automaton under construction. */
interface Node {
  readonly next: Map<number, Node>;
  readonly owners: Set<number>;
  /** The suffix link: the state of the longest proper suffix that is also a prefix of a literal. */
  suffix: Node | undefined;
  /** The offset of its row in the table. */
  row: number;
}

/**
 * Creates an Aho-Corasick automaton with a complete transition table: one look-up per character. All characters that
 * are in no literal share one column, so the table fits into the CPU cache.
 */
export function createLiteralScanner(literals: readonly OwnedLiteral[]): LiteralScanner {
  const columns = assignColumns(literals);
  const width = maxOf(columns) + 1;
  const nodes = linkSuffixes(buildTrie(literals, columns));
  // Accepting states come last, so one comparison recognises them.
  const ordered = [...nodes.filter(({ owners }) => owners.size === 0), ...nodes.filter(({ owners }) => owners.size > 0)];
  for (const [position, node] of ordered.entries()) node.row = position * width;
  const firstEnd = ordered.findIndex(({ owners }) => owners.size > 0) * width;
  const owners = ordered.map((node) => [...node.owners]);
  const table = new Int32Array(ordered.length * width);
  for (const node of nodes) {
    // The nodes are in breadth-first order, so the row of the suffix is complete.
    if (node.suffix !== undefined) table.copyWithin(node.row, node.suffix.row, node.suffix.row + width);
    for (const [column, next] of node.next) table[node.row + column] = next.row;
  }
  const start = nodes[0]?.row ?? 0;
  const seen = new Uint8Array(ordered.length);

  return (text, found) => {
    if (firstEnd < 0) return;
    seen.fill(0);
    let state = start;
    for (let at = 0; at < text.length; at += 1) {
      const code = text.charCodeAt(at);
      state = table[state + (code < 128 ? (columns[code] as number) : 0)] as number;
      if (state < firstEnd) continue;
      const position = state / width;
      if (seen[position] === 1) continue;
      seen[position] = 1;
      for (const owner of owners[position] ?? []) found[owner] = 1;
    }
  };
}

/** Assigns a column to each character in the literals, the same for both cases. Column 0 represents all others. */
function assignColumns(literals: readonly OwnedLiteral[]): Uint8Array {
  const columns = new Uint8Array(128);
  const used = new Set(literals.flatMap(({ text }) => [...text]));
  let column = 0;
  for (const character of used) {
    column += 1;
    columns[character.charCodeAt(0)] = column;
    columns[character.toUpperCase().charCodeAt(0)] = column;
  }
  return columns;
}

function buildTrie(literals: readonly OwnedLiteral[], columns: Uint8Array): Node {
  const root = createNode();
  for (const { text, owner } of literals) {
    let node = root;
    for (let at = 0; at < text.length; at += 1) {
      const column = columns[text.charCodeAt(at)] ?? 0;
      node = getOrInsertComputed(node.next, column, createNode);
    }
    node.owners.add(owner);
  }
  return root;
}

/** Links suffixes and collects the owners of literals that end in each state. Returns nodes in breadth-first order. */
function linkSuffixes(root: Node): readonly Node[] {
  const nodes: Node[] = [root];
  // The loop appends to the list that it iterates over.
  for (const node of nodes) {
    for (const [column, next] of node.next) {
      let suffix = node.suffix;
      while (suffix !== undefined && !suffix.next.has(column)) suffix = suffix.suffix;
      next.suffix = suffix?.next.get(column) ?? root;
      for (const owner of next.suffix.owners) next.owners.add(owner);
      nodes.push(next);
    }
  }
  return nodes;
}

function createNode(): Node {
  return { next: new Map(), owners: new Set(), suffix: undefined, row: 0 };
}
