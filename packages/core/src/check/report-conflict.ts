import type { Diagnostic } from "../model/diagnostic.ts";
import type { SourceLocation } from "../model/location.ts";
import type { Conflict, ConflictKind } from "../model/resolution.ts";
import type { Rule } from "../model/rule.ts";
import { report, type CheckCode } from "./check-catalogue.ts";
import { locateGlob, locateInRule, locateKey } from "./locate-in-source.ts";
import { SourceText } from "./source-text.ts";

/** The text of a rule's file; undefined where there is none, or it can't be had. */
export type TextOf = (rule: Rule) => string | undefined;

const codes: Readonly<Record<ConflictKind, CheckCode>> = {
  duplicateName: "conflict/duplicate-name",
  shadowed: "conflict/shadowed",
  duplicateContent: "conflict/duplicate-content",
  contradiction: "conflict/contradiction",
  unreachableGlob: "glob/unreachable",
};

/** How many other places of one conflict are told. */
const maxOthers = 5;

/** A conflict as a diagnostic, in the file of the rule that should change: it names the places in the others. */
export function reportConflict(conflict: Conflict, rules: ReadonlyMap<string, Rule>, textOf: TextOf): Diagnostic {
  const places = locateConflict(conflict, rules, textOf);
  // Of rules with one name the last is left out.
  const own = conflict.winner === undefined ? 0 : places.length - 1;
  const others = places
    .filter((_, at) => at !== own)
    .flatMap(({ file, line }) => (file === undefined ? [] : [`${file}:${line ?? 1}`]));
  const more = others.length > maxOthers ? ", …" : "";
  const see = others.length === 0 ? "" : ` See ${others.slice(0, maxOthers).join(", ")}${more}.`;
  return report(codes[conflict.kind], places[own] ?? {}, conflict.detail + see);
}

/** Where the rules of a conflict say what they conflict by, one place a rule, in their order. */
export function locateConflict(
  { ids, kind, locations: places }: Pick<Conflict, "ids" | "kind" | "locations">,
  rules: ReadonlyMap<string, Rule>,
  textOf: TextOf,
): readonly SourceLocation[] {
  return ids.flatMap((id) => {
    const rule = rules.get(id);
    if (rule === undefined) return [];
    const source = new SourceText(textOf(rule) ?? rule.content, rule.origin.path);
    const place = places?.find((one) => one.id === id);
    if (place !== undefined) return [locateInRule(source, rule, place)];
    return [kind === "unreachableGlob" ? locateGlob(source, rule.globs[0] ?? "") : locateKey(source, ["name"])];
  });
}
