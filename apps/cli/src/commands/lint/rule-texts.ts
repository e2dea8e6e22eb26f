import { isUtf8 } from "node:buffer";
import { hash } from "node:crypto";
import { dirname, resolve } from "node:path";
import { openRoot, readFileInSync, rootFor } from "@precept/files";

export interface RuleText {
  readonly file: string;
  /** Absolute. */
  readonly path: string;
  readonly text: string;
  readonly sha256: string;
}

const maxBytes = 1024 * 1024;

/**
 * Reads the text of a rule file. The offsets of fixes refer to it.
 *
 * @returns undefined if it cannot be read as text, which the diagnostics of the rule say.
 */
export function readRuleText(root: string, file: string): RuleText | undefined {
  const path = resolve(root, file);
  const content = readFileInSync(rootFor(openRoot(root), dirname(path)), path, { maxBytes });
  if (content.kind !== "bytes") return undefined;
  const { bytes } = content;
  if (!isUtf8(bytes) || bytes.includes(0)) return undefined;
  return { file, path, text: bytes.toString("utf8"), sha256: hash("sha256", bytes) };
}
