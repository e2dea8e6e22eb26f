import type { ContextFileId, FileLoadState } from "@precept/contract/values";

/** The result of loading one file of the agent context. */
export interface FileLoadResult {
  readonly id: ContextFileId;
  /** The canonical name: `SPIRIT.md`, or `memory/2026-02-15.md`. */
  readonly name: string;
  /** The path that was read, relative to the directory of the context. Differs from the name if an alias was read. */
  readonly filePath: string;
  /** Whether there is a text: the file's, its last good text, or the default template. */
  readonly success: boolean;
  /** The text, without a byte order mark. */
  readonly content?: string;
  /** Why the file was not read. If there is a text anyway, the note has its source. */
  readonly error?: string;
  /** When the text was read, ISO 8601. For a text from the cache, when it was last read from the file. */
  readonly loadedAt: string;
  /** Whether the text is the last good one, because the file cannot be read now. */
  readonly fromCache: boolean;
  /** Whether the text is the default template, in a new file or in memory only. */
  readonly isDefault: boolean;
  /** Whether an optional file does not exist. It is no error. */
  readonly isMissing: boolean;
  readonly truncated: boolean;
  /** The number of characters (UTF-16 code units) that a limit cut off the end. */
  readonly omittedCharacters: number;
  /** The alias that was read, because no file has the canonical name. */
  readonly alias?: string;
  /** What a user should know about the result, in one or more sentences. */
  readonly note?: string;
  /** SHA-256 of the file's bytes, in lower-case hexadecimal. Absent if the text is not from the file. */
  readonly sha256?: string;
  readonly states: readonly FileLoadState[];
}
