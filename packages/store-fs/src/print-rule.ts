import { PreceptError, type Rule } from "@precept/core";
import type { RootPlace } from "./root-place.ts";

/**
 * The text of a rule's file, as its root's codec writes it and reads it back.
 *
 * @param original the text that is to be changed, where there is one.
 * @param inRoot the file's path in its root.
 * @throws PreceptError `RULE_INVALID` where the file would say something else than the rule, or is too large.
 */
export function printRule(rule: Rule, { root, maxBytes }: RootPlace, inRoot: string, original?: string): string {
  const { text, notes } = root.codec.print(withoutRootsUser(rule, root, inRoot, original), original);
  const refused = notes.filter((note) => note.kind === "meaning").map((note) => `${note.field}: ${note.message}`);
  const bytes = Buffer.byteLength(text);
  if (bytes > maxBytes)
    refused.push(`content: ${bytes} bytes are more than the ${maxBytes} that ${root.codec.title} files may have`);
  if (text.includes("\0")) refused.push("content: it holds a NUL character, and would no longer be text");
  const { draft, diagnostics } = root.codec.parse({ text, path: inRoot, file: inRoot });
  if (draft === undefined) refused.push(...diagnostics.map(({ message }) => `file: ${message}`));
  else if (draft.label && original !== undefined && draft.name !== rule.name) {
    refused.push(`name: a rule of ${root.codec.title} is called like its file; rename the file`);
  }
  if (refused.length > 0) throw new PreceptError("RULE_INVALID", { name: rule.name, reasons: refused });
  return text;
}

/** A rule whose user only follows from the root it lies in does not name them: the file never did. */
function withoutRootsUser(rule: Rule, { userId, codec }: RootPlace["root"], inRoot: string, original: string | undefined): Rule {
  if (userId === undefined || rule.userId !== userId) return rule;
  const before = original === undefined ? undefined : codec.parse({ text: original, path: inRoot, file: inRoot }).draft;
  if (before?.userId !== undefined) return rule;
  const { userId: _, ...others } = rule;
  return others;
}
