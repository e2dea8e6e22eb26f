import { formatNumber, PreceptError, type FidelityNote, type Rule, type RuleCodec, type RuleDraft } from "@precept/core";
import { findStorableFields, findLostFields } from "./find-lost-fields.ts";
import type { ResolvedRoot } from "./resolved-root.ts";

/**
 * Prints a rule with the codec of its root, and checks that the text parses back to the rule, so that no save drops a
 * field silently.
 *
 * @param relativePath the file's path relative to its root.
 * @param original the current text of the file. Default: the file is new.
 * @throws PreceptError `RULE_FIELDS_NOT_STORED` if the format of the file cannot store a field; `RULE_INVALID` if the
 *   file would not express the rule for another reason, or is too large.
 */
export function printRule(rule: Rule, root: ResolvedRoot, relativePath: string, original?: string): string {
  const { codec } = root.options;
  const parse = (text: string) => codec.parse({ text, path: relativePath, file: relativePath });
  const before = original === undefined ? undefined : parse(original).draft;
  const wanted = omitRootUser(rule, root, before);
  const { text, notes } = codec.print(wanted, original);
  const { draft, diagnostics } = parse(text);
  if (draft !== undefined) assertFieldsStored({ wanted, before, read: draft, notes, path: pathOf(root, relativePath) }, codec);
  const refused = notes.filter((note) => note.kind === "meaning").map((note) => `${note.field}: ${note.message}`);
  const bytes = Buffer.byteLength(text);
  if (bytes > root.maxBytes)
    refused.push(
      `content: ${formatNumber(bytes)} bytes exceed the limit of ${formatNumber(root.maxBytes)} for ${codec.title} files`,
    );
  if (text.includes("\0")) refused.push("content: it contains a NUL character");
  if (draft === undefined) refused.push(...diagnostics.map(({ message }) => `file: ${message}`));
  else if (draft.label && original !== undefined && draft.name !== rule.name) {
    refused.push(`name: a ${codec.title} rule is named after its file; rename the file`);
  }
  if (refused.length > 0) throw new PreceptError("RULE_INVALID", { name: rule.name, reasons: refused });
  return text;
}

interface PrintedRule {
  readonly wanted: Rule;
  /** The rule in the file. Absent if the file is new. */
  readonly before: RuleDraft | undefined;
  readonly read: RuleDraft;
  readonly notes: readonly FidelityNote[];
  readonly path: string;
}

/** @throws PreceptError `RULE_FIELDS_NOT_STORED` */
function assertFieldsStored({ wanted, before, read, notes, path }: PrintedRule, { id, title }: RuleCodec): void {
  const lost = findLostFields(wanted, read, notes);
  if (lost.length === 0) return;
  throw new PreceptError("RULE_FIELDS_NOT_STORED", {
    name: wanted.name,
    path,
    dialect: id,
    format: title,
    fields: lost.map(({ field }) => field),
    reasons: lost.flatMap(({ reason }) => (reason === "" ? [] : [reason])),
    storable: before === undefined ? [] : findStorableFields(before, wanted, lost),
  });
}

function pathOf({ displayPath }: ResolvedRoot, relativePath: string): string {
  return displayPath === "." ? relativePath : `${displayPath}/${relativePath}`;
}

/** Removes the user id that a rule only has from its root, because its file does not name a user. */
function omitRootUser(rule: Rule, { options: { userId } }: ResolvedRoot, before: RuleDraft | undefined): Rule {
  if (userId === undefined || rule.userId !== userId || before?.userId !== undefined) return rule;
  const { userId: _, ...others } = rule;
  return others;
}
