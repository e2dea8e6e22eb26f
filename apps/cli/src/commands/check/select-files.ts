import { resolve } from "node:path";
import { PreceptError } from "@precept/core";
import type { PolicyContext } from "@precept/governance";
import { cacheRealPaths, openRoot, pathInside } from "@precept/files";
import { defaultAuditDir, defaultBaselinePath, policiesDir, type PolicySettings } from "@precept/enforcement";
import { isIgnored, type Workspace } from "@precept/workspace";
import { listFilesSince, openStagedFiles } from "../../files/git-files.ts";
import { listProjectFiles, maxFiles } from "@precept/workspace/project-files";
import { isDirectory, readText, type LeftOutReason, type ReadText } from "../../files/read-text.ts";
import type { Settings } from "../../settings.ts";
import type { CheckCommandOptions } from "./options.ts";
import type { InputSubjects } from "./read-input.ts";

/** The first subject is the file. The others are what else the text could be, or further texts of the same input. */
type ReadSubject =
  | { readonly subjects: InputSubjects["subjects"]; readonly leftOut?: undefined }
  | { readonly subjects?: undefined; readonly leftOut: LeftOutReason };

export interface Selection {
  /** Relative to the project, with `/`; absolute if they are outside of it. */
  readonly files: readonly string[];
  /** Files that the configuration of the project excludes. Only managed policies see them. */
  readonly ignored: readonly string[];
  /** Whether these are all files of the project, so that any other file no longer exists. */
  readonly isWhole: boolean;
  readonly read: (file: string) => Promise<ReadSubject>;
  readonly context?: PolicyContext;
  /** Ends the process that reads the files. Absent if there is none. */
  readonly close?: () => Promise<void>;
}

/**
 * Selects the files to check.
 *
 * @param settings `files` are the paths that the user named, absolute. If there are none, the whole project is checked.
 * @throws PreceptError `PATH_NOT_FOUND`, `TOO_MANY_FILES`, and for `--staged` and `--since` what git reports.
 */
export async function selectFiles(
  { root, settings: { policies } }: Workspace,
  { dir, files: paths }: Pick<Settings, "dir" | "files">,
  options: CheckCommandOptions,
  onProgress: (listed: number) => void,
): Promise<Selection> {
  const { baseline, report = [] } = options;
  const named = [...(baseline === undefined ? [] : [baseline]), ...report.map(({ file }) => file)];
  const isOwnFile = createOwnFileTest(named.map((path) => nameOf(root, resolve(dir, path))));
  const isConfigured = createOwnFileTest([policies.baseline, policies.audit.dir].map((path) => nameOf(root, path)));
  const isChecked = (file: string): boolean => !isConfigured(file) && !isIgnored(file, policies.ignore);
  const select = (all: readonly string[]): Pick<Selection, "files" | "ignored"> => {
    const others = all.filter((file) => !isOwnFile(file) && !isState(resolve(root, file), policies));
    return { files: others.filter(isChecked), ignored: others.filter((file) => !isChecked(file)) };
  };
  const isNamed = (file: string): boolean =>
    paths.length === 0 || paths.some((path) => pathInside(path, resolve(root, file)) !== undefined);
  if (options.staged === true) {
    const { files, read, close } = await openStagedFiles(root, onProgress);
    return { ...select(files.filter(isNamed)), isWhole: false, read: async (file) => asSubject(file, await read(file)), close };
  }
  const project = cacheRealPaths(openRoot(root));
  const read = async (file: string): Promise<ReadSubject> => asSubject(file, readText(project, file));
  if (options.since !== undefined) {
    const files = await listFilesSince(root, options.since, onProgress);
    return { ...select(files.filter(isNamed)), isWhole: false, read };
  }
  const list = (path: string): Promise<readonly string[]> => listDirectory(root, path, onProgress);
  if (paths.length === 0) return { ...select(await list(root)), isWhole: true, read };
  const found = await Promise.all(
    paths.map(async (path) => (isDirectory(path) ? select(await list(path)) : { files: [nameOf(root, path)], ignored: [] })),
  );
  const files = [...new Set(found.flatMap((one) => one.files))];
  const ignored = [...new Set(found.flatMap((one) => one.ignored))].filter((file) => !files.includes(file));
  return { files, ignored, isWhole: false, read };
}

/** Whether a file is the baseline or a log. Other files in the log directory are not: it can be any directory. */
function isState(path: string, { baseline, audit }: Pick<PolicySettings, "baseline" | "audit">): boolean {
  return path === baseline || (path.endsWith(".jsonl") && pathInside(audit.dir, path) !== undefined);
}

/**
 * Recognises Precept's own files: policies, whose tests contain violations on purpose, the baseline, reports, the audit
 * log and local state. They are only checked if the user names them.
 */
function createOwnFileTest(others: readonly string[]): (file: string) => boolean {
  const own = [policiesDir, defaultBaselinePath, defaultAuditDir, ".precept/state", ".precept/local", ...others];
  return (file) => own.some((path) => file === path || file.startsWith(`${path}/`));
}

/** Selects a text from standard input. @param file the file that it belongs to, if any. */
export function selectInput({ subjects, ...context }: InputSubjects, file = "-"): Selection {
  return { files: [file], ignored: [], isWhole: false, read: async () => ({ subjects }), ...context };
}

/**
 * Selects no file, since there is no policy to check one against.
 *
 * @throws PreceptError `PATH_NOT_FOUND` if a path does not exist.
 */
export function selectNothing({ files: paths }: Pick<Settings, "files">, { staged, since }: CheckCommandOptions): Selection {
  for (const path of paths) isDirectory(path);
  const isWhole = paths.length === 0 && staged !== true && since === undefined;
  return { files: [], ignored: [], isWhole, read: async () => ({ leftOut: "no file" }) };
}

function asSubject(file: string, { text, leftOut }: ReadText): ReadSubject {
  return text === undefined ? { leftOut } : { subjects: [{ kind: "file", file, text }] };
}

async function listDirectory(root: string, dir: string, onProgress: (listed: number) => void): Promise<readonly string[]> {
  const files = await listProjectFiles(dir, onProgress);
  if (files === undefined) throw new PreceptError("TOO_MANY_FILES", { path: dir, limit: maxFiles });
  return files.map((file) => nameOf(root, resolve(dir, file)));
}

function nameOf(root: string, path: string): string {
  return pathInside(root, path) ?? path.replaceAll("\\", "/");
}
