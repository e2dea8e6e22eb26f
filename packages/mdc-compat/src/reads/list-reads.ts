import { compareText, type RuleCodec } from "@precept/core";
import { findDialect } from "../lookup/dialects.ts";
import { ruleLocations, type RuleLocation } from "../lookup/locations.ts";
import type { DialectId } from "../tools.ts";
import { locateFile, type LocatedFile } from "./locate-file.ts";
import { ruleFiles } from "../tables/rule-files.ts";
import type { ReadGroup, ReadLocation, ToolReads } from "../model/tool-reads.ts";

/** Whether, and as what, a tool reads one file of a project. */
export interface FileRead {
  /** Relative to the project, with `/`. */
  readonly path: string;
  /** The id of the codec that parses the file as the tool does. For unread files, the codec of the file's own tool. */
  readonly format: string;
  readonly status: "read" | "not read";
  /** Why the tool does not read the file, or only partly, such as "only in VS Code". A clause without a full stop. */
  readonly reason?: string;
}

/** A file that a tool reads, with all that is needed to parse it. */
export interface ParsableRead extends FileRead {
  readonly codec: RuleCodec;
  /** The directory that the file, and usually its rules, apply to, relative to the project. Empty for the project. */
  readonly base: string;
  /** Whether the rules of the file apply to the whole project even so. */
  readonly everywhere: boolean;
  /** Whether a personal file or a setting of the user can keep the tool from reading the file. */
  readonly canBeHidden: boolean;
  /** The directory that `relativePath` is relative to. */
  readonly dir: string;
  /** The path in `dir`, as codecs expect it. */
  readonly relativePath: string;
}

/** Describes what a tool reads from a project, in its order. */
export function findToolReads(tool: DialectId): ToolReads {
  const { reads: groups, readsLinksOnce = false, remarks = [] } = ruleFiles[tool];
  return { tool, groups, readsLinksOnce, remarks };
}

/**
 * Lists which files of a project a tool reads, its own and other tools' files: first the files that it reads, in its
 * order, then the rule files that it does not read, by path. Files that are no rule files for any tool are left out.
 * Pure: it knows only the paths, so a setting of the tool counts as not changed.
 *
 * @param paths all files of the project, relative to it, with `/`.
 *
 * @example
 * ```ts
 * import { listReads } from "@precept/mdc-compat";
 *
 * for (const read of listReads("claude", ["CLAUDE.md", "AGENTS.md"])) console.log(read.path, read.status, read.reason);
 * // CLAUDE.md read undefined
 * // AGENTS.md not read Claude Code reads it only without CLAUDE.md
 * ```
 */
export function listReads(tool: DialectId, paths: readonly string[]): readonly FileRead[] {
  const { read, notRead } = sortReads(tool, paths);
  return [
    ...read.map(({ path, format, status, reason }) => ({ path, format, status, ...(reason !== undefined && { reason }) })),
    ...notRead,
  ];
}

/** Like `listReads`, with the codec and the location of each file that is read. */
export function sortReads(
  tool: DialectId,
  paths: readonly string[],
): { readonly read: readonly ParsableRead[]; readonly notRead: readonly FileRead[] } {
  const { read, refused } = findReads(tool, paths);
  const title = findDialect(tool)?.title ?? tool;
  const others = paths.flatMap((path): FileRead[] => {
    const owner = read.has(path) || refused.has(path) ? undefined : findOwner(path);
    return owner === undefined
      ? []
      : [{ path, format: owner.codec.id, status: "not read", reason: `${title} does not read such files` }];
  });
  return {
    read: [...read.values()],
    notRead: [...refused.values(), ...others].toSorted((left, right) => compareText(left.path, right.path)),
  };
}

/** Finds the files that a tool reads, in its order, and those that it refuses although it knows their kind, by path. */
export function findReads(
  tool: DialectId,
  paths: readonly string[],
): { readonly read: ReadonlyMap<string, ParsableRead>; readonly refused: ReadonlyMap<string, FileRead> } {
  const existing = new ProjectPaths(paths);
  const title = findDialect(tool)?.title ?? tool;
  const read = new Map<string, ParsableRead>();
  const refused = new Map<string, FileRead>();
  for (const group of findToolReads(tool).groups) {
    const all = findFiles(group, existing);
    for (const found of all) {
      const { path, location } = found;
      if (read.has(path)) continue;
      const refusal = findRefusal(found, group.pick === "all" ? [] : all, existing);
      if (refusal !== undefined) {
        // A README.md in a subdirectory is no rule file for any tool.
        if (found.base !== "" && findOwner(path) === undefined) continue;
        refused.set(path, { path, format: location.codec.id, status: "not read", reason: `${title} reads it only ${refusal}` });
        continue;
      }
      refused.delete(path);
      const reason = findCondition(location, found, title);
      read.set(path, {
        path,
        format: location.codec.id,
        status: "read",
        ...(reason !== undefined && { reason }),
        codec: location.codec,
        base: found.base,
        everywhere: location.everywhere === true,
        canBeHidden: location.canBeHidden === true,
        dir: path.slice(0, Math.max(0, path.length - found.relativePath.length - 1)),
        relativePath: found.relativePath,
      });
    }
  }
  return { read, refused };
}

/** Finds the location of the tool that a file belongs to. Undefined if it is no rule file of any tool. */
function findOwner(path: string): RuleLocation | undefined {
  return ruleLocations.find((location) => location.personal !== true && locateFile(location, path) !== undefined);
}

interface FoundRead extends LocatedFile {
  readonly path: string;
  readonly location: ReadLocation;
}

/** The files of a project, by directory and by name. A tool looks in few places, and a project can have many files. */
class ProjectPaths {
  readonly #byDirectory: ReadonlyMap<string, readonly string[]>;
  readonly #byName: ReadonlyMap<string, readonly string[]>;
  #existing: Set<string> | undefined;

  constructor(paths: readonly string[]) {
    this.#byDirectory = Map.groupBy(paths, (path) => path.slice(0, path.lastIndexOf("/") + 1));
    this.#byName = Map.groupBy(paths, nameOf);
  }

  /** Lists the files that can be in a location. */
  in({ dir, files }: Pick<ReadLocation, "dir" | "files">): readonly string[] {
    if (files !== undefined) return [...new Set(files.map(nameOf))].flatMap((name) => this.#byName.get(name) ?? []);
    return [...this.#byDirectory].flatMap(([directory, paths]) => (`/${directory}`.includes(`/${dir}/`) ? paths : []));
  }

  /** Whether there is a file or a directory at a path. */
  has(path: string): boolean {
    this.#existing ??= new Set(
      [...this.#byDirectory].flatMap(([directory, paths]) => [
        ...paths,
        ...directory.split("/").map((_, index, parts) => parts.slice(0, index).join("/")),
      ]),
    );
    return this.#existing.has(path);
  }
}

function nameOf(path: string): string {
  return path.slice(path.lastIndexOf("/") + 1);
}

/** Lists the files of a group in the tool's order: the root directory first, then subdirectories by depth. */
function findFiles({ locations }: ReadGroup, paths: ProjectPaths): readonly FoundRead[] {
  const found = locations.flatMap((location) => {
    const files = paths.in(location).flatMap((path): FoundRead[] => {
      const located = locateFile(location, path);
      return located === undefined ? [] : [{ path, location, ...located }];
    });
    const { files: names = [] } = location;
    const rankOf = ({ relativePath }: FoundRead): number => names.indexOf(relativePath);
    return files.toSorted((left, right) => rankOf(left) - rankOf(right) || compareText(left.path, right.path));
  });
  return found.toSorted((left, right) => depthOf(left.base) - depthOf(right.base) || compareText(left.base, right.base));
}

/**
 * Returns the condition of reading a file that does not hold, after "reads it only". Undefined if the tool reads the
 * file.
 *
 * @param rivals the files of which the tool reads only the first in a directory.
 * @param existing all files and directories of the project.
 */
function findRefusal(
  { path, base, location }: FoundRead,
  rivals: readonly FoundRead[],
  existing: ProjectPaths,
): string | undefined {
  const { nested = false, requires, unless = [], setting } = location;
  if (base !== "" && nested === false) return "in the root directory of the project";
  if (setting !== undefined) return `with its setting "${setting}"`;
  if (requires !== undefined && !existing.has(requires)) return `if there is ${requires}`;
  const other = unless.find((one) => existing.has(one));
  if (other !== undefined) return `without ${other}`;
  const first = rivals.find((one) => one.base === base);
  // A directory counts as one file.
  if (first === undefined || first.path === path || (first.location === location && location.files === undefined))
    return undefined;
  return `without ${first.path}`;
}

function findCondition({ nested, onlyIn }: ReadLocation, { base }: FoundRead, title: string): string | undefined {
  if (onlyIn !== undefined) return `only in ${onlyIn}`;
  return nested === "towardsWorkingDirectory" && base !== "" ? `only if ${title} runs in ${base} or below` : undefined;
}

function depthOf(base: string): number {
  return base === "" ? 0 : base.split("/").length;
}
