import { isUtf8 } from "node:buffer";
import { hash } from "node:crypto";
import { readFileSync, statSync } from "node:fs";
import { resolve } from "node:path";

/** A rule file as it is now. */
export interface RuleText {
  /** As people know it. */
  readonly file: string;
  /** Absolute. */
  readonly path: string;
  readonly text: string;
  /** Of its bytes. */
  readonly sha256: string;
}

/** No rule file is larger, in bytes. */
const maxBytes = 1024 * 1024;

/**
 * Reads the text of a rule file, offsets as in its fixes.
 *
 * @returns undefined where it can't be read as text: reading it as a rule says so.
 */
export function readRuleText(root: string, file: string): RuleText | undefined {
  const path = resolve(root, file);
  try {
    const found = statSync(path, { throwIfNoEntry: false });
    if (found?.isFile() !== true || found.size > maxBytes) return undefined;
    const bytes = readFileSync(path);
    if (!isUtf8(bytes) || bytes.includes(0)) return undefined;
    return { file, path, text: bytes.toString("utf8"), sha256: hash("sha256", bytes) };
  } catch {
    return undefined;
  }
}
