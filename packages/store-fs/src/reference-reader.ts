import { isUtf8 } from "node:buffer";
import { dirname, resolve } from "node:path";
import type { ReferencedFile, ReferenceReader, Rule } from "@precept/core";
import {
  describeReadError,
  locateTarget,
  looksSecret,
  messageOf,
  openRoot,
  pathInside,
  readFileIn,
  type FileContent,
  type Root,
} from "@precept/files";

export interface ReferenceReaderOptions {
  readonly projectDir: string;
  /** The directories that may be read from. Default: the project alone. */
  readonly allowedDirs?: readonly string[];
  /** The largest file that is brought in, in bytes. Default 256 KiB. */
  readonly maxBytes?: number;
  /** What in a text stands for a file besides `#[[file:…]]`. Default: nothing does. */
  readonly importsIn?: NonNullable<ReferenceReader["importsIn"]>;
  /**
   * Whether a file must not come into a prompt. Default: a file that holds credentials by its name.
   *
   * @param path absolute, without links.
   */
  readonly isPrivate?: (path: string) => Promise<boolean>;
}

/**
 * Reads the files that rules refer to. A path is relative to the directory that the rule governs; one that begins with `./` or `../`, to the file
 * that holds the reference. Only files inside the allowed directories are read, with all links resolved; not from a `.git` directory, and no private
 * file.
 */
export function createReferenceReader(options: ReferenceReaderOptions): ReferenceReader {
  const projectDir = resolve(options.projectDir);
  const allowed = (options.allowedDirs ?? [projectDir]).map((dir) => resolve(projectDir, dir));
  const { maxBytes = 262_144, isPrivate = async (path: string) => looksSecret(path) } = options;
  return {
    ...(options.importsIn !== undefined && { importsIn: options.importsIn }),
    async read(path, rule, from): Promise<ReferencedFile> {
      if (path.includes("\0") || /^(?:[A-Za-z]:|\\\\|~)/.test(path)) return { kind: "blocked" };
      const wanted = resolve(directoryFor(path, rule, from, projectDir), path.replaceAll("\\", "/"));
      const root = findRoot(allowed, wanted);
      if (root === undefined) return { kind: "blocked" };
      try {
        const real = locateTarget(root, wanted);
        const content = await readFileIn(root, real, { maxBytes });
        if (content.kind === "bytes" && (await isPrivate(real))) return { kind: "private" };
        return referencedFile(real, content);
      } catch (error) {
        return referencedFile(wanted, describeReadError(error));
      }
    },
  };
}

function directoryFor(path: string, rule: Rule, from: string | undefined, projectDir: string): string {
  if (!/^\.\.?[\\/]/.test(path)) return resolve(projectDir, rule.origin.base ?? "");
  const holder = from ?? (rule.origin.path === undefined ? undefined : resolve(projectDir, rule.origin.path));
  return holder === undefined ? projectDir : dirname(holder);
}

/** The allowed directory that a path lies in, confined to all allowed directories; undefined where there is none. */
function findRoot(allowed: readonly string[], wanted: string): Root | undefined {
  return (
    allowed
      .map((dir) => openRoot(dir, { trusted: allowed }))
      // A file that was brought in is known by its real path, and so are its own references.
      .find((root) => pathInside(root.dir, wanted) !== undefined || pathInside(root.real, wanted) !== undefined)
  );
}

function referencedFile(path: string, content: FileContent): ReferencedFile {
  switch (content.kind) {
    case "missing":
      return { kind: "missing" };
    case "refused":
      return { kind: "blocked" };
    case "notRegular":
      return { kind: "unreadable", problem: "it is not a file" };
    case "unreadable":
      return { kind: "unreadable", problem: messageOf(content.error) };
    case "tooLarge":
      return { kind: "tooLarge", bytes: content.size };
    case "bytes": {
      const { bytes } = content;
      if (!isUtf8(bytes) || bytes.includes(0)) return { kind: "unreadable", problem: "it is not UTF-8 text" };
      return { kind: "text", id: path, text: bytes.toString("utf8").replace(/^\uFEFF/, "") };
    }
  }
}
