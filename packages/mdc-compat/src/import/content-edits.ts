import { printNativeRule, type Rule } from "@precept/core";
import { isSameText, withLineEndsOf } from "../export/line-ends.ts";
import type { ContentEdit } from "./joined-file.ts";
import type { EditConflict, ImportAction, PlanImportOptions } from "./plan.ts";

/** The planned changes for edits of contents. */
export interface PlannedContents {
  readonly actions: readonly ImportAction[];
  readonly conflicts: readonly EditConflict[];
  /** The edits that the rules have after the actions. */
  readonly taken: ReadonlySet<ContentEdit>;
}

/** Merges edits of contents into their native rules. Several edits of one rule must have the same text. */
export function planContentEdits(
  edits: readonly ContentEdit[],
  targetsOf: (path: string) => readonly string[],
  options: PlanImportOptions,
): PlannedContents {
  const actions: ImportAction[] = [];
  const conflicts: EditConflict[] = [];
  const taken = new Set<ContentEdit>();
  for (const [id, own] of Map.groupBy(edits, ({ rule }) => rule)) {
    const native = options.natives.get(id);
    const content = chooseContent(native, own);
    const found = native?.origin.path === undefined ? undefined : options.getExisting(native.origin.path);
    if (content === undefined || (content !== "" && typeof found !== "object" && native !== undefined)) {
      conflicts.push(describeConflict(id, native, own));
      continue;
    }
    for (const edit of own) taken.add(edit);
    if (native?.origin.path === undefined || typeof found !== "object" || isSameText(content, native.content)) continue;
    const after = printNativeRule({ ...native, content: withLineEndsOf(native.content, content) }, found.text).text;
    actions.push({
      kind: after === found.text ? "unchanged" : "update",
      path: native.origin.path,
      targets: [...new Set(own.flatMap(({ path }) => targetsOf(path)))],
      rules: [id],
      after,
      before: found.text,
      beforeSha256: found.sha256,
      sources: [...new Set(own.map(({ path }) => path))],
    });
  }
  return { actions, conflicts, taken };
}

/** Returns the content of the rule after its edits, or undefined if they contradict each other or the rule. */
function chooseContent(native: Rule | undefined, edits: readonly ContentEdit[]): string | undefined {
  // The rule was removed, and so were its sections.
  if (native === undefined) return edits.every(({ contents }) => contents.length === 0) ? "" : undefined;
  const versions = edits.flatMap(({ contents }) => contents);
  const [first] = versions;
  if (first === undefined || edits.some(({ contents }) => contents.length !== 1)) return undefined;
  if (edits.some(({ isUnclear, editedFiles }) => isUnclear || editedFiles.length > 0)) return undefined;
  if (versions.some((version) => !isSameText(version, first))) return undefined;
  const isUnchanged = edits.every(({ base }) => base !== undefined && isSameText(base, native.content));
  return isUnchanged || isSameText(first, native.content) ? first : undefined;
}

function describeConflict(rule: string, native: Rule | undefined, edits: readonly ContentEdit[]): EditConflict {
  const base = edits.find((edit) => edit.base !== undefined)?.base;
  const isChanged = native !== undefined && (base === undefined || !isSameText(base, native.content));
  return {
    rule,
    field: "content",
    ...(base !== undefined && { base }),
    versions: [
      ...edits.flatMap(({ path, contents }) => (contents.length === 0 ? [""] : contents).map((text) => ({ path, text }))),
      ...(isChanged ? [{ path: native.origin.path ?? native.id, text: native.content }] : []),
    ],
  };
}
