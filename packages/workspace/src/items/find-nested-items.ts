import { join } from "node:path";
import { compareText, formatNumber } from "@precept/core";
import type { Dialect, ItemKind } from "@precept/mdc-compat";
import { itemTable, splitItemPath, toolItems, type ItemFormat } from "@precept/mdc-compat/items";
import type { ImportNote, Ledger } from "@precept/transfer";
import { loadLedger } from "../load-ledger.ts";

/** The number of directories that are named. */
const maxNamed = 5;

/**
 * Finds items in subdirectories, such as `packages/web/.claude/commands/fix.md`, which imports do not read: few tools read
 * them unless they run there. Files of settings are not searched, because only their text says whether they have items.
 * Files that belong to a project of the subdirectory, which has its own ledger, are left out.
 *
 * @param files the files of the project.
 * @param isExcluded whether a directory is no part of the project, such as one of fixtures.
 * @returns a note for each directory of items.
 */
export function findNestedItems(
  root: string,
  files: Iterable<string>,
  { tools, kinds }: { readonly tools: readonly Dialect[]; readonly kinds: readonly ItemKind[] },
  isExcluded: (path: string, base: string) => boolean,
): readonly ImportNote[] {
  const formats = tools
    .filter(({ id }) => id !== "precept")
    .flatMap(({ id }) => toolItems[id]?.formats ?? [])
    .filter((format) => kinds.includes(format.kind) && !/settings|config/.test(format.path));
  const ledgers = new Map<string, Ledger>();
  const isInOwnProject = (path: string, base: string): boolean => {
    const ledger = ledgers.get(base) ?? loadLedger(join(root, base)).ledger;
    ledgers.set(base, ledger);
    return ledger.has(path.slice(base.length + 1));
  };
  const found = new Map<string, { readonly kind: ItemKind; readonly base: string; count: number }>();
  for (const path of files) {
    for (const format of formats) {
      const dir = findNestedDirectory(path, format);
      if (dir === undefined || isExcluded(path, dir.base) || isInOwnProject(path, dir.base)) continue;
      const known = found.get(dir.path) ?? { kind: format.kind, base: dir.base, count: 0 };
      known.count += 1;
      found.set(dir.path, known);
      break;
    }
  }
  const notes = [...found].map(([path, { kind, base, count }]): ImportNote => {
    const { plural, option } = itemTable[kind];
    const what = count === 1 ? "1 file" : `${formatNumber(count)} files`;
    const command = `precept import --root . --kind ${option}`;
    return {
      path,
      message: `${what} with ${plural}, not imported: Precept reads ${plural} only in the directory of the project. For tools that run in ${base}, use \`${command}\` there.`,
    };
  });
  const sorted = notes.toSorted((left, right) => compareText(left.path, right.path));
  const more = sorted.length - maxNamed;
  if (more <= 0) return sorted;
  return [
    ...sorted.slice(0, maxNamed),
    { path: ".", message: `${formatNumber(more)} more directories have items that are not imported.` },
  ];
}

/** Returns the directory or file of a format that a path is in, below a subdirectory. Undefined if it is in none. */
function findNestedDirectory(path: string, format: ItemFormat): { readonly path: string; readonly base: string } | undefined {
  const split = splitItemPath(format);
  if (split === undefined) {
    if (!path.endsWith(`/${format.path}`)) return undefined;
    return { path, base: path.slice(0, -format.path.length - 1) };
  }
  const at = path.indexOf(`/${split.dir}/`);
  if (at === -1 || !path.endsWith(split.ending)) return undefined;
  const rest = path.slice(at + split.dir.length + 2);
  if (rest.includes("/") && format.nested !== true) return undefined;
  return { path: path.slice(0, at + split.dir.length + 1), base: path.slice(0, at) };
}
