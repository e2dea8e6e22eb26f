/** A text to look for, and the number that is marked where it is found. */
export interface OwnedLiteral {
  /** ASCII, in lower case, not empty. */
  readonly text: string;
  readonly owner: number;
}

/** Finds many literals in one pass over a text, whatever the case of A to Z. */
export interface LiteralScanner {
  /** Sets `found[owner]` to 1 for each owner of a literal that the text holds. */
  scan(text: string, found: Uint8Array): void;
}

/** A state while the automaton is being built. */
interface Node {
  readonly next: Map<number, Node>;
  readonly owners: Set<number>;
  /** Where the longest proper suffix of what was read is a beginning as well. */
  suffix: Node | undefined;
  /** Where its row begins in the table. */
  row: number;
}

/**
 * An Aho-Corasick automaton with a full table: one look-up for each character, and nothing else where no literal ends.
 *
 * Characters that are in no literal share a column, so the table stays small enough for the cache.
 */
export function createLiteralScanner(literals: readonly OwnedLiteral[]): LiteralScanner {
  const columns = assignColumns(literals);
  const width = Math.max(...columns) + 1;
  const nodes = linkSuffixes(growTree(literals, columns));
  // States in which a literal ends come last, so that a comparison tells them.
  const ordered = [...nodes.filter(({ owners }) => owners.size === 0), ...nodes.filter(({ owners }) => owners.size > 0)];
  for (const [position, node] of ordered.entries()) node.row = position * width;
  const firstEnd = ordered.findIndex(({ owners }) => owners.size > 0) * width;
  const owners = ordered.map((node) => [...node.owners]);
  const table = new Int32Array(ordered.length * width);
  for (const node of nodes) {
    // Parents of suffixes come first, so their rows are complete.
    if (node.suffix !== undefined) table.copyWithin(node.row, node.suffix.row, node.suffix.row + width);
    for (const [column, next] of node.next) table[node.row + column] = next.row;
  }
  const start = nodes[0]?.row ?? 0;
  const seen = new Uint8Array(ordered.length);

  return {
    scan(text, found) {
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
    },
  };
}

/** A column for each character that literals consist of, the same for both cases of a letter. Column 0 is for all others. */
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

function growTree(literals: readonly OwnedLiteral[], columns: Uint8Array): Node {
  const root = createNode();
  for (const { text, owner } of literals) {
    let node = root;
    for (let at = 0; at < text.length; at += 1) {
      const column = columns[text.charCodeAt(at)] ?? 0;
      let next = node.next.get(column);
      if (next === undefined) node.next.set(column, (next = createNode()));
      node = next;
    }
    node.owners.add(owner);
  }
  return root;
}

/** Every node, the shorter text first, each with its suffix and with the owners of all literals that end there. */
function linkSuffixes(root: Node): readonly Node[] {
  const nodes: Node[] = [root];
  // The list grows while it is walked.
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
