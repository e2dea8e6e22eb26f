import type { Rule } from "@precept/core";
import { isSameText, withLineEndsOf } from "../ledger/line-ends.ts";
import type { FieldClash, RuleEdit } from "./compare-edit.ts";
import type { ContentEdit } from "./joined-file.ts";

/** Compares the edited section of a joined file with its native rule. A section that occurs several times gives an edit for each. */
export function compareSection({ contents, base, isUnclear, editedFiles }: ContentEdit, native: Rule): readonly RuleEdit[] {
  const [inserted] = editedFiles;
  const clashOf = (file: string): FieldClash => ({
    field: "content",
    ...(base !== undefined && { base }),
    rule: native.content,
    file,
    ...(inserted !== undefined && { at: inserted }),
  });
  // The section was removed: there is no text to take.
  if (contents.length === 0) return [{ values: {}, differing: ["content"], changed: [], clashes: [clashOf("")] }];
  return contents.map((content): RuleEdit => {
    const values = { content: withLineEndsOf(native.content, content) };
    const isClear = contents.length === 1 && !isUnclear && inserted === undefined;
    if (isClear && isSameText(content, native.content)) return { values, differing: [], changed: [], clashes: [] };
    const isRuleUnchanged = base !== undefined && isSameText(base, native.content);
    return isClear && isRuleUnchanged
      ? { values, differing: ["content"], changed: ["content"], clashes: [] }
      : { values, differing: ["content"], changed: [], clashes: [clashOf(content)] };
  });
}
