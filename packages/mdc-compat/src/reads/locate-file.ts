import { acceptsFile } from "@precept/core";
import type { ReadLocation } from "../model/tool-reads.ts";

export interface LocatedFile {
  /** The directory in the project that the rules of the file apply to. Empty for the project itself. */
  readonly base: string;
  /** The path of the file relative to the location. */
  readonly relativePath: string;
}

/**
 * Returns where a file is in a location, in the root directory of the project or in a subdirectory. Undefined if the
 * location does not contain it, or if its codec does not accept the name of the file.
 *
 * @param path relative to the project, with `/`.
 */
export function locateFile(location: Pick<ReadLocation, "dir" | "files" | "codec">, path: string): LocatedFile | undefined {
  // Not relative to the project.
  if (path.startsWith("/") || path.includes("//")) return undefined;
  const located = locate(location, path);
  // `.junie/AGENTS.md` is the file of one tool, not the AGENTS.md of a subdirectory.
  return located === undefined || hidden.test(located.base) ? undefined : located;
}

const hidden = /(?:^|\/)\./;

function locate({ dir, files, codec }: Pick<ReadLocation, "dir" | "files" | "codec">, path: string): LocatedFile | undefined {
  if (files !== undefined) {
    const file = files.find((name) => isEnd(path, join(dir, name)));
    return file === undefined ? undefined : { base: baseOf(path, join(dir, file)), relativePath: file };
  }
  const start = path.startsWith(`${dir}/`) ? 0 : path.indexOf(`/${dir}/`) + 1;
  if (start === 0 && !path.startsWith(`${dir}/`)) return undefined;
  const relativePath = path.slice(start + dir.length + 1);
  return acceptsFile(codec, relativePath) ? { base: path.slice(0, Math.max(0, start - 1)), relativePath } : undefined;
}

function isEnd(path: string, end: string): boolean {
  return path === end || path.endsWith(`/${end}`);
}

function baseOf(path: string, end: string): string {
  return path.slice(0, Math.max(0, path.length - end.length - 1));
}

function join(dir: string, name: string): string {
  return dir === "" ? name : `${dir}/${name}`;
}
