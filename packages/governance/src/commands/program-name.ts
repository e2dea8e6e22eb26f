import { getOrInsertComputed } from "../get-or-insert-computed.ts";

/** The maximum length of a name with wildcards, in UTF-16 code units. A longer one is not the name of a program. */
const maxNameLength = 255;

/** A program that is hardly more than `*`, which means any file of the directory. */
const namesNothing = /^[^a-z]*$|^[^a-z]*[a-z]?\*+[^a-z]*$/i;

const globsOfNames = new WeakMap<readonly string[], readonly string[]>();

/**
 * Whether a program has one of the names, which may contain `*` and `?`. A program with wildcards (`/bin/r?`) has all names that match them.
 * Expressions are created only for globs that begin like the program: creating all of them takes most of the time in a new process.
 */
export function matchesName(names: readonly string[], program: string): boolean {
  if (names.includes(program)) return true;
  if (names.length === 0 || program.length > maxNameLength) return false;
  const globs = getOrInsertComputed(globsOfNames, names, () => names.filter(isGlob));
  if (globs.some((glob) => program.startsWith(glob.slice(0, glob.search(/[*?[]/))) && globExpression(glob).test(program)))
    return true;
  const written = writtenName(program);
  return written !== undefined && names.some((name) => written.test(shortestName(name)));
}

/** Returns the shortest name that a glob matches. */
function shortestName(glob: string): string {
  return glob.replaceAll("*", "").replaceAll("?", "0");
}

/** Returns the names, all without wildcards, that a program with wildcards has. */
export function namesOf(program: string, names: readonly string[]): readonly string[] {
  const written = writtenName(program);
  return written === undefined ? [] : names.filter((name) => written.test(name));
}

/** Returns an expression for the names of a program with wildcards. Undefined if it has none, or means any file. */
function writtenName(program: string): RegExp | undefined {
  if (program.length > maxNameLength || !/[*?[]/.test(program) || namesNothing.test(program)) return undefined;
  return globExpression(program);
}

export function isGlob(name: string): boolean {
  return /[*?]/.test(name);
}

/** The longest part of a glob without wildcards. */
export function literalOf(glob: string): string {
  return glob.split(/[*?]+/).reduce((longest, part) => (part.length > longest.length ? part : longest), "");
}

/** Returns an expression for the whole of a text that a glob matches. */
export function globExpression(glob: string): RegExp {
  const source = glob
    .replace(/\*+/g, "*")
    .split(/(\[!?[^\]]+\]|[*?])/)
    .map((part) => {
      if (part === "*") return "[^]*";
      if (part === "?") return "[^]";
      if (/^\[.+\]$/.test(part)) return classOf(part);
      return part.replace(/[\\^$.*+?()[\]{}|/-]/g, "\\$&");
    })
    .join("");
  return new RegExp(`^${source}$`);
}

function classOf(glob: string): string {
  const inner = glob.slice(1, -1);
  const excludes = inner.startsWith("!") || inner.startsWith("^");
  const characters = (excludes ? inner.slice(1) : inner).replace(/[\\\]^]/g, "\\$&");
  try {
    return new RegExp(`[${excludes ? "^" : ""}${characters}]`).source;
  } catch {
    return "[^]";
  }
}

/** The name of a program without directory, and without parameters that are certainly empty. */
export function programNameOf(text: string): string {
  const name = text.replace(/\$(?:[@*0-9!]|\{[@*1-9]\})/g, "");
  return name.slice(Math.max(name.lastIndexOf("/"), name.lastIndexOf("\\")) + 1).replace(/\.exe$/i, "");
}
