import { isUtf8 } from "node:buffer";
import { dirname, resolve } from "node:path";
import type { ReferencedFile, ReferenceReader, Rule } from "@precept/core";
import {
  describeReadError,
  locateTarget,
  isSecretFile,
  messageOf,
  openRoot,
  pathInside,
  readFileIn,
  type FileContent,
  type FileIdentity,
  type Root,
} from "@precept/files";

export interface ReferenceReaderOptions {
  readonly projectDir: string;
  /** The directories that files may be read from. Default: the project alone. */
  readonly allowedDirs?: readonly string[];
  /** The size limit of a referenced file, in bytes. Default 256 KiB. */
  readonly maxBytes?: number;
  /** Finds references to files other than `#[[file:…]]`, such as `@path`. Default: there are none. */
  readonly importsIn?: NonNullable<ReferenceReader["importsIn"]>;
  /**
   * Whether a file is private, and must not be in a prompt. Default: whether its name is one of a file with
   * credentials, such as `.env`. @param path absolute, with links resolved.
   */
  readonly isPrivate?: (path: string) => Promise<boolean>;
  /** Identifies a file that no rule may include, under any of its names: the agent's memory. Default: there is none. */
  readonly identifyMemory?: () => FileIdentity;
}

/**
 * Creates a reader of the files that rules refer to. A path is relative to the directory that the rule governs; a path
 * that begins with `./` or `../`, to the file with the reference. With links resolved, a file must be in an allowed
 * directory, must not be in a `.git` directory and must not be private.
 */
export function createReferenceReader(options: ReferenceReaderOptions): ReferenceReader {
  const projectDir = resolve(options.projectDir);
  const allowed = (options.allowedDirs ?? [projectDir]).map((dir) => resolve(projectDir, dir));
  const { maxBytes = 262_144, identifyMemory, isPrivate = async (path: string) => isSecretFile(path) } = options;
  return {
    ...(options.importsIn !== undefined && { importsIn: options.importsIn }),
    async read(path, rule, from): Promise<ReferencedFile> {
      if (path.includes("\0") || /^(?:[A-Za-z]:|\\\\|~)/.test(path)) return { kind: "blocked" };
      const wanted = resolve(directoryFor(path, rule, from, projectDir), path.replaceAll("\\", "/"));
      const root = findRoot(allowed, wanted);
      if (root === undefined) return { kind: "blocked" };
      try {
        const real = locateTarget(root, wanted);
        const before = identifyMemory?.();
        const content = await readFileIn(root, real, { maxBytes });
        if (content.kind === "bytes" && [before, identifyMemory?.()].some((memory) => memory?.is(real, content) === true))
          return { kind: "memory" };
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

/** Returns the allowed directory of a path, as a root whose links may lead into all allowed directories. */
function findRoot(allowed: readonly string[], wanted: string): Root | undefined {
  return (
    allowed
      .map((dir) => openRoot(dir, { trusted: allowed }))
      // References in a referenced file are relative to its real path.
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
