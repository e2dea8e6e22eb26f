/** A row of the tree of files: a directory, or a file. */
export interface TreeRow {
  readonly path: string;
  readonly name: string;
  readonly depth: number;
  readonly isDirectory: boolean;
  readonly isOpen: boolean;
  /** The position of the file in the list of files. Of a directory, -1. */
  readonly file: number;
  /** The number of files in a directory. */
  readonly count: number;
}

/**
 * Returns the rows of a tree in which some directories are open.
 *
 * @param files sorted, so that the files of a directory are next to each other.
 */
export function treeRows(files: readonly string[], open: ReadonlySet<string>): readonly TreeRow[] {
  const rows: TreeRow[] = [];
  addRows(rows, { files, open }, { start: 0, end: files.length, prefix: "", depth: 0 });
  return rows;
}

interface Range {
  readonly start: number;
  readonly end: number;
  readonly prefix: string;
  readonly depth: number;
}

function addRows(
  rows: TreeRow[],
  tree: { readonly files: readonly string[]; readonly open: ReadonlySet<string> },
  range: Range,
): void {
  const { files, open } = tree;
  const { prefix, depth } = range;
  const plain: TreeRow[] = [];
  let at = range.start;
  while (at < range.end) {
    const file = files[at] ?? "";
    const slash = file.indexOf("/", prefix.length);
    if (slash === -1) {
      plain.push({ path: file, name: file.slice(prefix.length), depth, isDirectory: false, isOpen: false, file: at, count: 1 });
      at += 1;
      continue;
    }
    const inside = file.slice(0, slash + 1);
    const end = endOf(files, inside, at, range.end);
    const path = inside.slice(0, -1);
    const isOpen = open.has(path);
    rows.push({ path, name: file.slice(prefix.length, slash), depth, isDirectory: true, isOpen, file: -1, count: end - at });
    if (isOpen) addRows(rows, tree, { start: at, end, prefix: inside, depth: depth + 1 });
    at = end;
  }
  for (const row of plain) rows.push(row);
}

/** Finds the end of the files with a prefix by halving. */
function endOf(files: readonly string[], prefix: string, start: number, end: number): number {
  let [low, high] = [start, end];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (files[middle]?.startsWith(prefix) === true) low = middle + 1;
    else high = middle;
  }
  return low;
}
