import { compareText, type Rule } from "@precept/core";
import type { ExcludedFile, InputRecord } from "@precept/transfer";
import type { Workspace } from "../workspace.ts";
import { join } from "node:path";
import { existsAt } from "@precept/files";
import { isIgnored } from "../ignored.ts";

/** Directories whose rule files are samples: they are there for tests, or to be copied. */
const sampleNames = new Set(["fixtures", "__fixtures__", "testdata", "test-data", "templates", "template", "examples", "assets"]);

/** Directories with files of other projects. */
const foreignNames = new Set(["vendor", "third_party", "node_modules", "dist", "build"]);

/** Why a rule file is not part of the project. */
export type ExclusionReason = "ignored by git" | "rules.ignore" | "fixture or template" | "other project" | "worktree";

export interface CandidateFile {
  readonly path: string;
  /** The directory that its rules apply to. Undefined: the project. */
  readonly base?: string | undefined;
  /** The path that a link leads to. */
  readonly link?: string | undefined;
}

/** Creates a function that says why exports and imports leave out a rule file that is not part of the project. */
export async function createExclusionCheck(workspace: Workspace): Promise<(file: CandidateFile) => ExclusionReason | undefined> {
  const { root, settings } = workspace;
  const gitFiles = await listTrackableFiles(root);
  const repositories = new Map<string, boolean>();
  const isRepository = (dir: string): boolean => {
    const found = repositories.get(dir) ?? existsAt(join(root, dir, ".git"));
    repositories.set(dir, found);
    return found;
  };
  const isTracked = (path: string): boolean => gitFiles === undefined || ancestorsOf(path).some((one) => gitFiles.has(one));
  return ({ path, base, link }) => {
    if (isIgnored(path, settings.ignore)) return "rules.ignore";
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

/** Creates a check whether git ignores a file, or everything in a directory. Undefined outside a repository. */
export async function createTrackingCheck(root: string): Promise<((path: string) => boolean) | undefined> {
  const gitFiles = await listTrackableFiles(root);
  if (gitFiles === undefined) return undefined;
  const directories = new Set([...gitFiles].flatMap((path) => ancestorsOf(path)));
  return (path) => !directories.has(path) && !ancestorsOf(path).some((one) => gitFiles.has(one));
}

/** Lists files that git tracks or would track, without running configured programs. Undefined outside a repository. */
export async function listTrackableFiles(root: string): Promise<ReadonlySet<string> | undefined> {
  const { GitError, listGitFiles, UnsafeRepository } = await import("@precept/enforcement/git");
  try {
    const files = await listGitFiles(root);
    return files === undefined || files.length === 0 ? undefined : new Set(files);
  } catch (error) {
    if (error instanceof GitError || error instanceof UnsafeRepository) return undefined;
    throw error;
  }
}

/** Removes rules of files outside the project. `record` receives the files that git's ignore decision depends on. */
export async function selectProjectRules(
  workspace: Workspace,
  all: readonly Rule[],
  record: InputRecord,
): Promise<{ readonly rules: readonly Rule[]; readonly excluded: readonly ExcludedFile[] }> {
  // Git is not started for a project that has only native rules.
  if (!all.some(isForeign)) return { rules: all, excluded: [] };
  for (const { origin } of all.filter(isForeign)) if (!isOutside(origin.path ?? "")) record.addIgnoreFiles(origin.path ?? "");
  const findExclusion = await createExclusionCheck(workspace);
  const excluded: ExcludedFile[] = [];
  const rules = all.filter((rule) => {
    const { path = "", base } = rule.origin;
    const reason = isForeign(rule) && !isOutside(path) ? findExclusion({ path, base }) : undefined;
    if (reason !== undefined) excluded.push({ path, reason });
    return reason === undefined;
  });
  return { rules, excluded: excluded.toSorted((left, right) => compareText(left.path, right.path)) };
}

/** Whether a path leads out of the project, as the paths of trusted directories do. */
function isOutside(path: string): boolean {
  return path.startsWith("../") || path.startsWith("/") || /^[A-Za-z]:/.test(path);
}

/** Whether a rule is from a file of another tool in the project. */
function isForeign({ origin, scope }: Rule): boolean {
  return origin.path !== undefined && origin.dialect !== "precept" && origin.overlay !== true && scope === "project";
}
