import { toSafeName, type Rule } from "@precept/core";
import { getNameKey } from "../../select/select-exportable-rules.ts";
import type { SourceFile } from "../source-file.ts";

/** Maximum length of the path of an imported rule relative to its rule directory, without extension. */
const maxStemLength = 400;

/** Chooses the names and paths of new native rules: the names of their files, unless other rules have them. */
export class RuleNames {
  readonly #names: Set<string>;
  readonly #paths: Set<string>;

  constructor(natives: readonly Rule[]) {
    this.#names = new Set(natives.map(getNameKey));
    this.#paths = new Set(natives.map(({ scope, origin }) => (scope === "project" ? (origin.path ?? "") : "").toLowerCase()));
  }

  /** Chooses a name that no native rule of the directory has: the name of the rule, else one derived from its path. */
  chooseName({ inRoot, dialect }: SourceFile, rule: Rule): string {
    const fromPath = removeExtension(inRoot).replaceAll("/", "-");
    const own = rule.origin.label === true ? removeExtension(rule.name) : rule.name;
    return chooseFree([own, fromPath, `${fromPath}-${dialect.id}`], this.#names, (name) => getNameKey({ ...rule, name }));
  }

  /** Chooses a path that no native rule has, whatever the case of its letters. */
  choosePath({ inRoot, dialect }: SourceFile, { origin: { base } }: Rule): string {
    const segments = removeExtension(inRoot).split("/").map(toSafeName);
    const whole = segments.join("/");
    const stem = whole.length <= maxStemLength ? whole : (segments.at(-1) ?? whole);
    const getPath = (name: string): string => `${base === undefined ? "" : `${base}/`}.precept/rules/${name}.md`;
    return getPath(chooseFree([stem, `${stem}-${dialect.id}`], this.#paths, (name) => getPath(name).toLowerCase()));
  }
}

/** Returns the first free candidate, else the last one with a number: `name-2`, `name-3`, … Marks it as taken. */
function chooseFree(candidates: readonly string[], taken: Set<string>, keyOf: (candidate: string) => string): string {
  const isFree = (candidate: string): boolean => !taken.has(keyOf(candidate));
  let chosen = candidates.find(isFree);
  for (let number = 2; chosen === undefined; number += 1) chosen = [`${candidates.at(-1)}-${number}`].find(isFree);
  taken.add(keyOf(chosen));
  return chosen;
}

/** Returns the path of a source file without extension. A rule that is a folder is named after it. */
function removeExtension(path: string): string {
  const [, folder] = /^(.+)\/(?:SKILL\.md|RULE\.mdc)$/.exec(path) ?? [];
  const [, stem = folder ?? path] =
    folder !== undefined ? [] : (/^(.*?)(?:\.instructions)?\.(?:mdc|md|markdown|txt)$/i.exec(path) ?? []);
  return stem.replace(/^\.+/, "");
}
