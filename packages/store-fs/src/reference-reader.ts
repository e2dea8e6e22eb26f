import { isUtf8 } from "node:buffer";
import { readFile, realpath, stat } from "node:fs/promises";
import { dirname, resolve } from "node:path";
import type { ReferencedFile, ReferenceReader, Rule } from "@precept/core";
import { isMissing, messageOf } from "./failure.ts";
import { pathInside } from "./paths.ts";

export interface ReferenceReaderOptions {
  readonly projectDir: string;
  /** The directories that may be read from. Default: the project alone. */
  readonly allowedDirs?: readonly string[];
  /** The largest file that is brought in, in bytes. Default 256 KiB. */
  readonly maxBytes?: number;
  /** What in a text stands for a file besides `#[[file:…]]`. Default: nothing does. */
  readonly importsIn?: NonNullable<ReferenceReader["importsIn"]>;
}

/**
 * Reads the files that rules refer to. A path is relative to the directory that the rule governs; one that begins with `./` or `../`, to the file
 * that holds the reference. Only files inside the allowed directories are read, with all links resolved.
 */
export function createReferenceReader(options: ReferenceReaderOptions): ReferenceReader {
  const projectDir = resolve(options.projectDir);
  const allowed = (options.allowedDirs ?? [projectDir]).map((dir) => resolve(projectDir, dir));
  const maxBytes = options.maxBytes ?? 262_144;
  return {
    ...(options.importsIn !== undefined && { importsIn: options.importsIn }),
    async read(path, rule, from): Promise<ReferencedFile> {
      if (path.includes("\0") || /^(?:[A-Za-z]:|\\\\|~)/.test(path)) return { kind: "blocked" };
      const wanted = resolve(directoryFor(path, rule, from, projectDir), path.replaceAll("\\", "/"));
      const realAllowed = await realPaths(allowed);
      // A file that was brought in is known by its real path, and so is what it refers to.
      if (!isInside([...allowed, ...realAllowed], wanted)) return { kind: "blocked" };
      try {
        const real = await realpath(wanted);
        if (!isInside(realAllowed, real)) return { kind: "blocked" };
        return await readText(real, maxBytes);
      } catch (error) {
        return isMissing(error) ? { kind: "missing" } : { kind: "unreadable", problem: messageOf(error) };
      }
    },
  };
}

function directoryFor(path: string, rule: Rule, from: string | undefined, projectDir: string): string {
  if (!/^\.\.?[\\/]/.test(path)) return resolve(projectDir, rule.origin.base ?? "");
  const holder = from ?? (rule.origin.path === undefined ? undefined : resolve(projectDir, rule.origin.path));
  return holder === undefined ? projectDir : dirname(holder);
}

/** Without links. A directory that does not exist allows nothing, and takes nothing from the others. */
async function realPaths(dirs: readonly string[]): Promise<string[]> {
  const real = await Promise.all(dirs.map((dir) => realpath(dir).catch(() => undefined)));
  return real.filter((dir) => dir !== undefined);
}

function isInside(dirs: readonly string[], path: string): boolean {
  return dirs.some((dir) => pathInside(dir, path) !== undefined);
}

async function readText(path: string, maxBytes: number): Promise<ReferencedFile> {
  // Asked before it is opened: opening a pipe would wait for somebody to write to it.
  const found = await stat(path);
  if (!found.isFile()) return { kind: "unreadable", problem: "it is not a file" };
  if (found.size > maxBytes) return { kind: "tooLarge", bytes: found.size };
  const bytes = await readFile(path);
  if (!isUtf8(bytes) || bytes.includes(0)) return { kind: "unreadable", problem: "it is not UTF-8 text" };
  return { kind: "text", id: path, text: bytes.toString("utf8").replace(/^\uFEFF/, "") };
}
