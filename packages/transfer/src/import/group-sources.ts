import type { Rule } from "@precept/core";
import { findTextLink, type TextLink } from "./find-text-link.ts";
import { type SourceFile, getSourcePath } from "./source-file.ts";

/** Source files that become one rule. */
export interface SourceGroup {
  /** Files with the same text, in order of precedence. */
  readonly files: readonly [SourceFile, ...SourceFile[]];
  /** Links to these files. */
  readonly links: readonly LinkedSource[];
}

/** A source file that leads to another one. */
export interface LinkedSource {
  readonly source: SourceFile;
  /** The path that it leads to. */
  readonly target: string;
  /** `text`: a regular file whose text is the path. `import`: a regular file that only imports the other one. */
  readonly kind: "link" | "text" | "import";
}

/** A native rule that is planned from one or several files. */
export interface PlannedRule {
  readonly group: SourceGroup;
  /** The file that the rule is named after. */
  readonly lead: SourceFile;
  /** The path of the rule. */
  readonly path: string;
  readonly rule: Rule;
  /** Whether the text is merged from different texts, so that exports change the files. */
  readonly isMerged: boolean;
}

/**
 * Returns the path that a source file leads to, through any number of links. Undefined if it is a file of its own.
 *
 * @param sources all source files, by path.
 * @param isManaged whether the ledger has a file.
 */
export function findLink(
  source: SourceFile,
  sources: ReadonlyMap<string, SourceFile>,
  isManaged: (path: string) => boolean,
): LinkedSource | undefined {
  if (source.link !== undefined) return { source, target: source.link, kind: "link" };
  const visited = new Set<string>();
  let current: SourceFile | undefined = source;
  let target: string | undefined;
  let kind: LinkedSource["kind"] = "text";
  while (current !== undefined) {
    const path = getSourcePath(current);
    if (visited.has(path)) return undefined;
    visited.add(path);
    const text: TextLink | undefined = findTextLink(path, current.file.text, current.rule);
    const next: string | undefined = current.link ?? text?.target;
    if (current === source && text?.isImport === true) kind = "import";
    if (next === undefined || !(sources.has(next) || isManaged(next))) break;
    target = next;
    current = sources.get(next);
  }
  return target === undefined ? undefined : { source, target, kind };
}

/**
 * Groups source files by their text.
 *
 * @param getKey returns a key that is the same for files with the same text. Undefined: the file has a group of its own.
 */
export function groupSources(
  files: readonly SourceFile[],
  links: readonly LinkedSource[],
  getKey: (source: SourceFile) => string | undefined,
): readonly SourceGroup[] {
  const groups = new Map<string, SourceFile[]>();
  for (const file of files) {
    const key = getKey(file) ?? `\0${getSourcePath(file)}`;
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [file]);
    else group.push(file);
  }
  return [...groups.values()].flatMap(([first, ...others]) => {
    if (first === undefined) return [];
    const members: [SourceFile, ...SourceFile[]] = [first, ...others];
    const paths = new Set(members.map(getSourcePath));
    return [{ files: members, links: links.filter(({ target }) => paths.has(target)) }];
  });
}
