import { formatNumber, PreceptError, type Rule } from "@precept/core";
import type { ResolvedRoot } from "./resolved-root.ts";

/**
 * Prints a rule with the codec of its root, and checks that the text parses back to the rule.
 *
 * @param relativePath the file's path relative to its root.
 * @param original the current text of the file. Default: the file is new.
 * @throws PreceptError `RULE_INVALID` if the file would not express the rule, or is too large.
 */
export function printRule(
  rule: Rule,
  { options: root, maxBytes }: ResolvedRoot,
  relativePath: string,
  original?: string,
): string {
  const { text, notes } = root.codec.print(omitRootUser(rule, root, relativePath, original), original);
  const refused = notes.filter((note) => note.kind === "meaning").map((note) => `${note.field}: ${note.message}`);
  const bytes = Buffer.byteLength(text);
  if (bytes > maxBytes)
    refused.push(
      `content: ${formatNumber(bytes)} bytes exceed the limit of ${formatNumber(maxBytes)} for ${root.codec.title} files`,
    );
  if (text.includes("\0")) refused.push("content: it contains a NUL character");
  const { draft, diagnostics } = root.codec.parse({ text, path: relativePath, file: relativePath });
  if (draft === undefined) refused.push(...diagnostics.map(({ message }) => `file: ${message}`));
  else if (draft.label && original !== undefined && draft.name !== rule.name) {
    refused.push(`name: a ${root.codec.title} rule is named after its file; rename the file`);
  }
  if (refused.length > 0) throw new PreceptError("RULE_INVALID", { name: rule.name, reasons: refused });
  return text;
}

/** Removes the user id that a rule only has from its root, because its file does not name a user. */
function omitRootUser(
  rule: Rule,
  { userId, codec }: ResolvedRoot["options"],
  relativePath: string,
  original: string | undefined,
): Rule {
  if (userId === undefined || rule.userId !== userId) return rule;
  const before =
    original === undefined ? undefined : codec.parse({ text: original, path: relativePath, file: relativePath }).draft;
  if (before?.userId !== undefined) return rule;
  const { userId: _, ...others } = rule;
  return others;
}
