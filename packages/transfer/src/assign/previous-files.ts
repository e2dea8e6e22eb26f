import type { Rule } from "@precept/core";
import { dialects, findFileLocation, getSkillFolder, isSkillFile, isWithin, type Dialect } from "@precept/mdc-compat";
import type { Ledger, LedgerEntry } from "../ledger/ledger.ts";
import { differInConditions, restoreFileFields } from "../ledger/restore-file-fields.ts";
import { getJoinedPath } from "../print/output-path.ts";
import { isExact, type RuleOutput } from "../print/rule-output.ts";
import { findTargetReads } from "../read-back/target-reads.ts";
import { flattenRule } from "../select/rule-directories.ts";

/** Finds the files in the ledger that a rule was exported to or imported from, so that exports use the same paths. */
export class PreviousFiles {
  readonly #ledger: Ledger;
  /** The paths of files with one rule, by its id. */
  readonly #paths = new Map<string, string[]>();
  /** The paths of links, the files that they lead to, and the tools that they are for. */
  readonly #links: readonly { readonly path: string; readonly link: string; readonly targets: readonly string[] }[];

  constructor(ledger: Ledger) {
    this.#ledger = ledger;
    this.#links = [...ledger].flatMap(([path, { link, targets }]) => (link === undefined ? [] : [{ path, link, targets }]));
    for (const [path, { rules, imports }] of ledger) {
      const [rule, ...others] = rules;
      // The rules are in the imported file.
      if (imports !== undefined) continue;
      if (rule !== undefined && others.length === 0) this.#paths.set(rule, [...(this.#paths.get(rule) ?? []), path]);
    }
  }

  /** Returns the paths of files with only this rule. */
  findPaths({ id }: Rule): readonly string[] {
    return this.#paths.get(id) ?? [];
  }

  /**
   * Returns the files at which the target still reads the rule. A rule of several identical files has several.
   *
   * @param isWanted whether to return a file. Default: all.
   */
  find(rule: Rule, target: Dialect, isWanted: (path: string) => boolean = () => true): readonly RuleOutput[] {
    return this.findPaths(rule).flatMap((path) => {
      if (!isWanted(path)) return [];
      const entry = this.#ledger.get(path);
      // A link is never written: the tool reads the file that it leads to.
      if (entry === undefined || entry.link !== undefined || !entry.targets.includes(target.id)) return [];
      return this.#toOutput(rule, target, path, entry) ?? [];
    });
  }

  isImported(path: string): boolean {
    return this.#ledger.get(path)?.head !== undefined;
  }

  /** Whether a file with only this rule was imported. */
  isImportedRule(rule: Rule): boolean {
    return this.findPaths(rule).some((path) => this.isImported(path));
  }

  /** Whether a target reads a file only through a link in another directory, so that it also needs another file. */
  isElsewhere(path: string, rule: Rule, target: Dialect): boolean {
    if (this.#links.length === 0) return false;
    const links = this.#links.filter(({ link }) => link === path);
    if (links.length === 0) return false;
    return [path, ...links.map((one) => one.path)].every(
      (one) => findTargetReads(target, [one]).get(one)?.base !== (rule.origin.base ?? ""),
    );
  }

  /** Returns the file with several rules that the target reads through a link of the project. */
  findLinkedPath(target: Dialect): string | undefined {
    const joinedPaths = new Set(dialects.map((dialect) => getJoinedPath(dialect)));
    return this.#links.find(({ link, targets }) => targets.includes(target.id) && joinedPaths.has(link))?.link;
  }

  /** Returns the file with several rules that the target reads through a link, such as `CLAUDE.md` to `AGENTS.md`. */
  findLinked(rule: Rule, target: Dialect): RuleOutput | undefined {
    for (const { path, link, targets } of this.#links) {
      if (!targets.includes(target.id) || !isWithin(rule.origin.base, directoryOf(path))) continue;
      const isOwn = getJoinedPath(target, rule) === path;
      // Other rules would end up below the front matter of a file with one rule.
      const linked = this.#ledger.get(link);
      if (isOwn && hasFrontMatter(linked?.format) && linked?.rules.includes(rule.id) !== true) continue;
      const joining = isOwn ? target : dialects.find((dialect) => getJoinedPath(dialect, rule) === link);
      if (joining === undefined) continue;
      const printed = joining.output.nested ? rule : flattenRule(rule);
      const output = { path: link, codec: joining.output.codec, rule: printed, preserved: {} };
      // The tool has no other file for the rule if its file for all rules is the link.
      if (isOwn || isExact(output)) return output;
    }
    return undefined;
  }

  #toOutput(rule: Rule, target: Dialect, path: string, entry: LedgerEntry): RuleOutput | undefined {
    const isLinked = this.#links.some(({ link }) => link === path);
    // A file that a link leads to can be in the format of another tool.
    const formats = isLinked ? dialects.flatMap((dialect) => dialect.formats) : target.formats;
    const codec = formats.find((format) => format.codec.id === entry.format)?.codec;
    if (codec === undefined) return undefined;
    const { head, fields } = entry;
    const located = isWithin(path, rule.origin.base) ? rule : flattenRule(rule);
    // Tools require that a skill has the name of its folder.
    const printed = isSkillFile(path) && head === undefined ? { ...located, name: getSkillFolder(path) } : located;
    const preserved = { ...(head !== undefined && { head }), ...(fields !== undefined && { fields }) };
    const restored = restoreFileFields(printed, entry);
    const ownConditions = differInConditions(restored, printed);
    const previous = { path, codec, rule: withOwnImports(restored, printed), preserved, ownConditions };
    if (isLinked) {
      if (!isExact(previous)) return undefined;
      const linked = this.findLinked(rule, target);
      return linked?.path === path ? { ...previous, joinedCodec: linked.codec } : previous;
    }
    const { output } = target;
    if (output.kind === "joined" && path === getJoinedPath(target, rule)) return previous;
    // A file of another format has one rule and keeps it: a skill, or a legacy format, which can express less.
    if (codec.id !== output.codec.id) return isExact(previous) ? previous : undefined;
    if (output.kind === "joined") return undefined;
    const hasMoved = output.getPath !== undefined && !isInSameFolder(path, output.getPath(rule, "x"), output.dir);
    return hasMoved ? undefined : previous;
  }
}

/** Whether files of a format have front matter, with which they hold one rule. */
function hasFrontMatter(format: string | undefined): boolean {
  const known = dialects.flatMap(({ formats }) => formats).find(({ codec }) => codec.id === format);
  return known !== undefined && known.spec.keys.length > 0;
}

/** Marks the content of an imported file: its imports are already in the syntax of the tool. */
function withOwnImports(restored: Rule, { content }: Rule): Rule {
  return restored.content === content ? restored : { ...restored, origin: { ...restored.origin, imports: true } };
}

/** Whether a path is in the folder of another path in `dir`, or outside `dir`. */
function isInSameFolder(path: string, inDir: string, dir: string): boolean {
  const folder = inDir.slice(0, inDir.lastIndexOf("/") + 1);
  return path.startsWith(`${dir}/${folder}`) || !path.startsWith(`${dir}/`);
}

/** Returns the directory in which a tool reads a file such as `web/CLAUDE.md`. Undefined for the project. */
function directoryOf(path: string): string | undefined {
  const location = findFileLocation(path);
  const names = location?.files?.map((file) => (location.dir === "" ? file : `${location.dir}/${file}`)) ?? [];
  const name = names.find((one) => path.endsWith(`/${one}`));
  return name === undefined ? undefined : path.slice(0, -name.length - 1);
}
