import { isUtf8 } from "node:buffer";
import { hash } from "node:crypto";
import { dirname, resolve } from "node:path";
import { openRoot, readFileInSync, rootFor } from "@precept/files";

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
  const content = readFileInSync(rootFor(openRoot(root), dirname(path)), path, { maxBytes });
  if (content.kind !== "bytes") return undefined;
  const { bytes } = content;
  if (!isUtf8(bytes) || bytes.includes(0)) return undefined;
  return { file, path, text: bytes.toString("utf8"), sha256: hash("sha256", bytes) };
}
