import type { RuleCodec } from "@precept/core";
import type { ReadLocation } from "./tool-reads.ts";

/** A file in a location. */
export interface LocatedFile {
  /** The directory in the project that the rules of the file apply to. Empty for the project itself. */
  readonly base: string;
  /** The path of the file relative to the location. */
  readonly relativePath: string;
}

/**
 * Returns where a file is in a location, in the root directory of the project or in a subdirectory. Undefined if the location does not contain it, or
 * if its codec does not accept the name of the file.
 *
 * @param path relative to the project, with `/`.
 */
export function locateFile(
  { dir, files, codec }: Pick<ReadLocation, "dir" | "files" | "codec">,
  path: string,
): LocatedFile | undefined {
  if (files !== undefined) {
    const file = files.find((name) => isEnd(path, join(dir, name)));
    return file === undefined ? undefined : { base: baseOf(path, join(dir, file)), relativePath: file };
  }
  const start = path.startsWith(`${dir}/`) ? 0 : path.indexOf(`/${dir}/`) + 1;
  if (start === 0 && !path.startsWith(`${dir}/`)) return undefined;
  const relativePath = path.slice(start + dir.length + 1);
  return acceptsFile(codec, relativePath) ? { base: path.slice(0, Math.max(0, start - 1)), relativePath } : undefined;
}

/** Whether a codec accepts a file of a directory, by the path of the file in that directory. */
export function acceptsFile(codec: RuleCodec, relativePath: string): boolean {
  if (codec.accepts !== undefined) return codec.accepts(relativePath);
  const name = relativePath.slice(relativePath.lastIndexOf("/") + 1);
  return codec.extensions.some((extension) =>
    extension.startsWith(".")
      ? name.toLowerCase().endsWith(extension) && name.length > extension.length
      : name === extension && relativePath !== name,
  );
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
