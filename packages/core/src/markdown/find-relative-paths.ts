import { findFences } from "./find-code.ts";

/** A path in a text, relative to the directory of the file. */
export interface RelativePath {
  /** As it is written, without a fragment. */
  readonly path: string;
  /** The range of the path in the text. */
  readonly start: number;
  readonly end: number;
}

/** The directories that a skill has by convention. https://agentskills.io/specification */
const skillDirectories = "scripts|references|assets";

/** The target of an inline link or image. */
const inlineLink = /\]\(\s*<?([^\s()<>]+)>?(?:\s[^()\n]*)?\)/g;

/** The target of a reference definition, such as `[notes]: references/notes.md`. */
const linkDefinition = /^ {0,3}\[[^\]\n]{1,200}\]:[ \t]*<?([^\s<>]+)/gm;

/** A mention of a file, such as `scripts/run.sh`, that is not the end of a longer path and no pattern. */
const mention = new RegExp(String.raw`(?<![\w./\\~$}@-])(?:\./)?((?:${skillDirectories})/[\w./+-]*\.\w+)(?![\w/*<{])`, "g");

/**
 * Finds the files that a Markdown text refers to by a relative path: links outside of fenced code, and mentions of files
 * in the directories that skills have by convention. Each path is returned once.
 *
 * @example
 * ```ts
 * import { findRelativePaths } from "@precept/core";
 *
 * const paths = findRelativePaths("Run `scripts/run.sh`, see [notes](references/notes.md#install).");
 * console.log(paths.map(({ path }) => path)); // scripts/run.sh, references/notes.md
 * ```
 */
export function findRelativePaths(text: string): readonly RelativePath[] {
  const fences = findFences(text);
  const isInFence = (at: number): boolean => fences.some(([start, end]) => at >= start && at < end);
  const links = [inlineLink, linkDefinition].flatMap((pattern) =>
    Array.from(text.matchAll(pattern), toPath).filter(({ path, start }) => isRelative(path) && !isInFence(start)),
  );
  const found = [...links, ...Array.from(text.matchAll(mention), toPath)].toSorted((left, right) => left.start - right.start);
  const known = new Set<string>();
  return found.filter(({ path }) => path !== "" && !known.has(path) && known.add(path) !== undefined);
}

function toPath(match: RegExpExecArray): RelativePath {
  const [whole, target = ""] = match;
  const start = match.index + whole.indexOf(target);
  const path = target.replace(/[?#].*$/s, "");
  return { path: decode(path), start, end: start + path.length };
}

function decode(path: string): string {
  try {
    return path.includes("%") ? decodeURIComponent(path) : path;
  } catch {
    return path;
  }
}

/** Whether the target of a link is a relative path: no URL, no absolute path, no place in the same file, no template. */
function isRelative(path: string): boolean {
  return path !== "" && !/^(?:[A-Za-z][A-Za-z0-9+.-]*:|[/#~\\])|[*{}$|\0]/.test(path);
}
