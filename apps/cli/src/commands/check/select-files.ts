import { resolve } from "node:path";
import { PreceptError } from "@precept/core";
import type { PolicyContext, Subject } from "@precept/governance";
import { kindAt, openRoot, pathInside } from "@precept/files";
import { defaultAuditDir, defaultBaselinePath, policiesDir } from "@precept/enforcement";
import { isIgnored, type Workspace } from "@precept/workspace";
import { listFilesSince, openStagedFiles } from "../../files/git-files.ts";
import { listProjectFiles, maxFiles } from "../../files/project-files.ts";
import { readText, type LeftOutReason, type ReadText } from "../../files/read-text.ts";
import type { Settings } from "../../settings.ts";
import type { CheckCommandOptions } from "./options.ts";
import type { InputSubjects } from "./read-input.ts";

/** A file to check, or the reason why it is skipped. */
type ReadSubject =
  | {
      readonly subject: Subject;
      /** What else the text could be, or further texts of the same input. */
      readonly others?: readonly Subject[];
      readonly leftOut?: undefined;
    }
  | { readonly subject?: undefined; readonly others?: undefined; readonly leftOut: LeftOutReason };

/** The files to check. */
export interface Selection {
  /** Relative to the project, with `/`; absolute if they are outside of it. */
  readonly files: readonly string[];
  /** Whether these are all files of the project, so that any other file no longer exists. */
  readonly isWhole: boolean;
  readonly read: (file: string) => Promise<ReadSubject>;
  /** The context of the files, beneath that of the options. */
  readonly context?: PolicyContext;
  /** Ends the process that reads the files, if there is one. */
  readonly close: () => Promise<void>;
}

const nothingToClose = async (): Promise<void> => {};

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
  const named = [...(baseline === undefined ? [] : [baseline]), ...report.map(({ file }) => file)].map((path) =>
    resolve(dir, path),
  );
  const isOwnFile = createOwnFileTest([policies.baseline, policies.audit.dir, ...named].map((path) => nameOf(root, path)));
  const isExcluded = (file: string): boolean => isOwnFile(file) || isIgnored(file, policies.ignore);
  const isSelected = (file: string): boolean =>
    !isExcluded(file) && (paths.length === 0 || paths.some((path) => pathInside(path, resolve(root, file)) !== undefined));
  if (options.staged === true) {
    const { files, read, close } = await openStagedFiles(root, onProgress);
    return { files: files.filter(isSelected), isWhole: false, read: async (file) => asSubject(file, await read(file)), close };
  }
  const project = openRoot(root);
  const read = async (file: string): Promise<ReadSubject> => asSubject(file, await readText(project, file));
  if (options.since !== undefined) {
    const files = await listFilesSince(root, options.since, onProgress);
    return { files: files.filter(isSelected), isWhole: false, read, close: nothingToClose };
  }
  const list = async (path: string): Promise<readonly string[]> =>
    (await listDirectory(root, path, onProgress)).filter((file) => !isExcluded(file));
  if (paths.length === 0) return { files: await list(root), isWhole: true, read, close: nothingToClose };
  const found = await Promise.all(paths.map(async (path) => (isDirectory(path) ? list(path) : [nameOf(root, path)])));
  return { files: [...new Set(found.flat())], isWhole: false, read, close: nothingToClose };
}

/**
 * Recognises Precept's own files: policies, whose tests contain violations on purpose, the baseline, reports, the audit log and local state. They are only
 * checked if the user names them.
 */
function createOwnFileTest(others: readonly string[]): (file: string) => boolean {
  const own = [policiesDir, defaultBaselinePath, defaultAuditDir, ".precept/state", ".precept/local", ...others];
  return (file) => own.some((path) => file === path || file.startsWith(`${path}/`));
}

/** Selects a text from standard input. @param file the file that it belongs to, if any. */
export function selectInput({ subjects: [subject, ...others], context }: InputSubjects, file: string | undefined): Selection {
  return {
    files: [file ?? "-"],
    isWhole: false,
    read: async () => ({ subject, others }),
    ...(context !== undefined && { context }),
    close: nothingToClose,
  };
}

function asSubject(file: string, { text, leftOut }: ReadText): ReadSubject {
  return text === undefined ? { leftOut } : { subject: { kind: "file", file, text } };
}

async function listDirectory(root: string, dir: string, onProgress: (listed: number) => void): Promise<readonly string[]> {
  const files = await listProjectFiles(dir, onProgress);
  if (files === undefined) {
    throw new PreceptError("TOO_MANY_FILES", { path: dir, limit: maxFiles });
  }
  return files.map((file) => nameOf(root, resolve(dir, file)));
}

function nameOf(root: string, path: string): string {
  return pathInside(root, path) ?? path.replaceAll("\\", "/");
}

function isDirectory(path: string): boolean {
  const kind = kindAt(path);
  if (kind !== undefined) return kind === "directory";
  throw new PreceptError("PATH_NOT_FOUND", { path, expected: "file or directory" });
}
