import type { Dirent } from "node:fs";
import { readdir, realpath, stat } from "node:fs/promises";
import { join } from "node:path";
import { compareText, type Diagnostic, type RuleCodec } from "@precept/core";
import { report } from "./diagnostic-catalogue.ts";
import { maxDepth, maxEntries } from "./options.ts";
import { pathInside, shownPath } from "./paths.ts";

/** A rule file that was found. */
export interface FoundFile {
  /** Absolute. */
  readonly path: string;
  /** In its root, with `/`. */
  readonly inRoot: string;
}

export interface FileListing {
  /** By path, by code point. */
  readonly files: readonly FoundFile[];
  readonly diagnostics: readonly Diagnostic[];
}

/**
 * Finds the rule files of a root and of all directories in it. Links are followed as long as they stay inside the root; whatever can't be
 * read is reported and passed over.
 *
 * @param dir absolute.
 */
export async function listFiles(dir: string, codec: RuleCodec, projectDir: string, optional = false): Promise<FileListing> {
  const listing = new Listing(dir, codec, projectDir);
  await listing.read(optional);
  return {
    files: listing.files.toSorted((left, right) => compareText(left.inRoot, right.inRoot)),
    diagnostics: listing.diagnostics,
  };
}

class Listing {
  readonly files: FoundFile[] = [];
  readonly diagnostics: Diagnostic[] = [];
  readonly #dir: string;
  readonly #codec: RuleCodec;
  readonly #projectDir: string;
  /** The real paths of the directories that were entered through links, and of the root. */
  readonly #entered = new Set<string>();
  #realRoot = "";
  #entries = 0;

  constructor(dir: string, codec: RuleCodec, projectDir: string) {
    this.#dir = dir;
    this.#codec = codec;
    this.#projectDir = projectDir;
  }

  async read(optional: boolean): Promise<void> {
    const shown = this.#shown(this.#dir);
    try {
      this.#realRoot = await realpath(this.#dir);
      if (!(await stat(this.#realRoot)).isDirectory()) {
        this.diagnostics.push(
          report("root/not-a-directory", { file: shown }, `The rule directory "${shown}" is not a directory.`),
        );
        return;
      }
    } catch (error) {
      if (!isMissing(error)) this.#unreadable(this.#dir, error);
      else if (!optional)
        this.diagnostics.push(report("root/missing", { file: shown }, `The rule directory "${shown}" does not exist.`));
      return;
    }
    this.#entered.add(this.#realRoot);
    await this.#readDirectory(this.#dir, "", 0);
  }

  async #readDirectory(path: string, inRoot: string, depth: number): Promise<void> {
    let entries: Dirent[];
    try {
      entries = await readdir(path, { withFileTypes: true });
    } catch (error) {
      this.#unreadable(path, error);
      return;
    }
    this.#entries += entries.length;
    if (depth > maxDepth || this.#entries > maxEntries) {
      this.diagnostics.push(report("root/too-many", { file: this.#shown(path) }));
      return;
    }
    const directories: string[] = [];
    for (const entry of entries) {
      if (await this.#isDirectory(entry, join(path, entry.name), inRoot + entry.name)) directories.push(entry.name);
    }
    await Promise.all(directories.map((name) => this.#readDirectory(join(path, name), `${inRoot}${name}/`, depth + 1)));
  }

  /** Looks at one entry; files are taken note of on the way. */
  async #isDirectory(entry: Dirent, path: string, inRoot: string): Promise<boolean> {
    if (entry.isFile()) {
      this.#found(path, inRoot);
      return false;
    }
    if (entry.isDirectory()) {
      if (this.#isRuleFile(inRoot)) this.diagnostics.push(report("file/is-directory", { file: this.#shown(path) }));
      return true;
    }
    if (entry.isSymbolicLink()) return this.#follow(path, inRoot);
    if (this.#isRuleFile(inRoot)) this.diagnostics.push(report("file/not-regular", { file: this.#shown(path) }));
    return false;
  }

  async #follow(path: string, inRoot: string): Promise<boolean> {
    const file = this.#shown(path);
    try {
      const target = await realpath(path);
      if (pathInside(this.#realRoot, target) === undefined) {
        this.diagnostics.push(
          report(
            "file/link-escapes",
            { file },
            `The link leads outside its rule directory, to "${target}", and is not followed.`,
          ),
        );
        return false;
      }
      const kind = await stat(target);
      if (kind.isFile()) this.#found(path, inRoot);
      if (!kind.isDirectory()) return false;
      if (this.#entered.has(target) || path.startsWith(`${target}/`)) {
        this.diagnostics.push(report("file/link-loop", { file }));
        return false;
      }
      this.#entered.add(target);
      return true;
    } catch (error) {
      const code = errorCode(error);
      this.diagnostics.push(report(code === "ELOOP" ? "file/link-loop" : "file/link-broken", { file }));
      return false;
    }
  }

  #found(path: string, inRoot: string): void {
    if (this.#isRuleFile(inRoot)) {
      this.files.push({ path, inRoot });
      return;
    }
    const reason = this.#codec.ignored?.(inRoot);
    if (reason !== undefined)
      this.diagnostics.push(report("file/ignored", { file: this.#shown(path) }, `The file is not read: ${reason}.`));
  }

  #isRuleFile(inRoot: string): boolean {
    const name = inRoot.slice(inRoot.lastIndexOf("/") + 1);
    return this.#codec.extensions.some((extension) =>
      extension.startsWith(".")
        ? name.toLowerCase().endsWith(extension) && name.length > extension.length
        : name === extension && inRoot !== name,
    );
  }

  #unreadable(path: string, error: unknown): void {
    const file = this.#shown(path);
    this.diagnostics.push(report("root/unreadable", { file }, `The directory "${file}" cannot be read: ${messageOf(error)}.`));
  }

  #shown(path: string): string {
    return shownPath(this.#projectDir, path);
  }
}

function isMissing(error: unknown): boolean {
  return errorCode(error) === "ENOENT" || errorCode(error) === "ENOTDIR";
}

/** The system's name for what went wrong (`ENOENT`, …). */
export function errorCode(error: unknown): string | undefined {
  return error instanceof Error && "code" in error && typeof error.code === "string" ? error.code : undefined;
}

/** What went wrong, without the path and the system call, which the reader already knows. */
export function messageOf(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  return message.replace(/,.*$/s, "");
}
