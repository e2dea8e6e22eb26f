import type { Diagnostic, SourceLocation, Conflict, ConflictKind, Rule } from "@precept/core";
import { report, type CheckCode } from "../check-catalogue.ts";
import { locateGlob, locateInRule, locateKey } from "../source/locate-in-source.ts";
import { SourceText, type TextOf } from "../source/source-text.ts";

const codes: Readonly<Record<ConflictKind, CheckCode>> = {
  duplicateName: "conflict/duplicate-name",
  shadowed: "conflict/shadowed",
  duplicateContent: "conflict/duplicate-content",
  contradiction: "conflict/contradiction",
  unreachableGlob: "glob/unreachable",
};

const maxOthers = 5;

/** Converts a conflict to a diagnostic in the rule that should change. The message names the places in other rules. */
export function reportConflict(conflict: Conflict, rules: ReadonlyMap<string, Rule>, textOf: TextOf): Diagnostic {
  const found = locateConflict(conflict, rules, textOf);
  // Of rules with the same name, the last does not apply.
  const own = conflict.winner === undefined ? 0 : found.length - 1;
  const others = found
    .filter((_, index) => index !== own)
    .flatMap(({ file, line }) => (file === undefined ? [] : [`${file}:${line ?? 1}`]));
  const more = others.length > maxOthers ? ", …" : "";
  const see = others.length === 0 ? "" : ` See ${others.slice(0, maxOthers).join(", ")}${more}.`;
  const isCopy = conflict.kind === "duplicateContent" && conflict.ids.some((id) => isOfOtherTool(rules.get(id)?.origin.dialect));
  return report(isCopy ? "conflict/copies" : codes[conflict.kind], found[own] ?? {}, conflict.detail + see);
}

function isOfOtherTool(dialect: string | undefined): boolean {
  return dialect !== undefined && dialect !== "precept";
}

/** Finds the locations of a conflict: one for each rule, in the order of its `ids`. */
export function locateConflict(
  { ids, kind, locations }: Pick<Conflict, "ids" | "kind" | "locations">,
  rules: ReadonlyMap<string, Rule>,
  textOf: TextOf,
): readonly SourceLocation[] {
  return ids.flatMap((id) => {
    const rule = rules.get(id);
    if (rule === undefined) return [];
    const source = new SourceText(textOf(rule) ?? rule.content, rule.origin.path);
    const location = locations?.find((one) => one.id === id);
    if (location !== undefined) return [locateInRule(source, rule, location)];
    return [kind === "unreachableGlob" ? locateGlob(source, rule.globs[0] ?? "") : locateKey(source, ["name"])];
  });
}
