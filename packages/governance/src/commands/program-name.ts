export interface NameMatcher {
  readonly names: ReadonlySet<string>;
  readonly globs: readonly RegExp[];
  /** The shortest name that each glob matches, to compare with programs that are written with wildcards. */
  readonly shortest: readonly string[];
}

/** The maximum length of a name with wildcards, in UTF-16 code units. A longer one is not the name of a program. */
const maxNameLength = 255;

/** A program that is hardly more than `*`, which means any file of the directory. */
const namesNothing = /^[^a-z]*$|^[^a-z]*[a-z]?\*+[^a-z]*$/i;

/** Creates a matcher of names, which may contain `*` and `?`. */
export function createNameMatcher(names: readonly string[]): NameMatcher {
  return {
    names: new Set(names.filter((name) => !isGlob(name))),
    globs: names.filter(isGlob).map(globExpression),
    shortest: names.filter(isGlob).map((name) => name.replaceAll("*", "").replaceAll("?", "0")),
  };
}

/** Whether a program has one of the names. A program with wildcards (`/bin/r?`) has all names that match them. */
export function matchesName({ names, globs, shortest }: NameMatcher, program: string): boolean {
  if (names.has(program)) return true;
  if (program.length > maxNameLength) return false;
  if (globs.some((glob) => glob.test(program))) return true;
  if (!/[*?[]/.test(program) || namesNothing.test(program)) return false;
  const written = globExpression(program);
  return [...names, ...shortest].some((name) => written.test(name));
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
