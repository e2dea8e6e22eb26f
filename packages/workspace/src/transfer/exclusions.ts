import { join } from "node:path";
import { existsAt } from "@precept/files";
import { isIgnored } from "../ignored.ts";

/** Directories whose rule files are samples: they are there for tests, or to be copied. */
const sampleNames = new Set(["fixtures", "__fixtures__", "testdata", "test-data", "templates", "template", "examples", "assets"]);

/** Directories with files of other projects. */
const foreignNames = new Set(["vendor", "third_party", "node_modules", "dist", "build"]);

/** Why a rule file is not part of the project. */
export type ExclusionReason = "ignored by git" | "rules.ignore" | "fixture or template" | "other project" | "worktree";

export interface ExclusionOptions {
  /** The project's directory, absolute. */
  readonly root: string;
  /** The patterns of `rules.ignore`. */
  readonly ignore: readonly string[];
  /** The files that git tracks or would track. Undefined without git. */
  readonly gitFiles: ReadonlySet<string> | undefined;
}

/** A rule file that could be passed over. */
export interface CandidateFile {
  /** Path in the project. */
  readonly path: string;
  /** The directory that its rules apply to. Undefined: the project. */
  readonly base?: string | undefined;
  /** The path that a link leads to. */
  readonly link?: string | undefined;
}

/**
 * Creates a function that says why a rule file is not part of the project, so that exports and imports pass over it: because git ignores it, because
 * `rules.ignore` matches it, because it is a fixture or template, or because another working tree of git contains it.
 */
export function createExclusionCheck(options: ExclusionOptions): (file: CandidateFile) => ExclusionReason | undefined {
  const { root, ignore, gitFiles } = options;
  const isRepository = cached((dir: string) => existsAt(join(root, dir, ".git")));
  const isTracked = (path: string): boolean => gitFiles === undefined || ancestorsOf(path).some((one) => gitFiles.has(one));
  return ({ path, base, link }) => {
    if (isIgnored(path, ignore)) return "rules.ignore";
    const names = base?.split("/") ?? [];
    if (names.includes("worktrees") || ancestorsOf(path).slice(0, -1).some(isRepository)) return "worktree";
    if (names.some((name) => sampleNames.has(name))) return "fixture or template";
    if (names.some((name) => foreignNames.has(name))) return "other project";
    return isTracked(path) && (link === undefined || isTracked(link)) ? undefined : "ignored by git";
  };
}

/** Lists a path and its parents below the project, outermost first. */
function ancestorsOf(path: string): readonly string[] {
  const segments = path.split("/");
  return segments.map((_, at) => segments.slice(0, at + 1).join("/"));
}

function cached(isTrue: (key: string) => boolean): (key: string) => boolean {
  const known = new Map<string, boolean>();
  return (key) => {
    const found = known.get(key) ?? isTrue(key);
    known.set(key, found);
    return found;
  };
}
