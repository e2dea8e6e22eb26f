import type { Rule } from "@precept/core";
import { findFileLocation, dialects, type Dialect, type RuleFormat, isWithin } from "@precept/mdc-compat";
import { flattenRule } from "../select/flatten-rule.ts";
import { getJoinedPath } from "../print/output-path.ts";
import type { Ledger, LedgerEntry } from "../ledger/ledger.ts";
import { differInConditions, restoreFileFields } from "../ledger/restore-file-fields.ts";
import { isExact, type RuleOutput } from "../print/rule-output.ts";
import { findTargetReads } from "../read-back/target-reads.ts";

type LinkEntry = LedgerEntry & { readonly link: string };

/** Finds the files in the ledger that a rule was exported to or imported from, so that later exports use the same paths. */
export class PreviousFiles {
  readonly #ledger: Ledger;
  /** The files with one rule in the ledger, by target and rule. A rule that was imported from identical files has several for one target. */
  readonly #files = new Map<string, (readonly [path: string, entry: LedgerEntry])[]>();
  /** The links in the ledger, and the files that they lead to. */
  readonly #links: readonly (readonly [path: string, entry: LinkEntry])[];
  readonly #linkedPaths: ReadonlySet<string>;

  constructor(ledger: Ledger) {
    this.#ledger = ledger;
    this.#links = [...ledger].flatMap(([path, entry]) =>
      entry.link === undefined ? [] : [[path, { ...entry, link: entry.link }]],
    );
    this.#linkedPaths = new Set(this.#links.map(([, { link }]) => link));
    for (const [path, entry] of ledger) {
      const [rule] = entry.rules;
      // A link is never written: the tool reads the file that it leads to.
      if (entry.rules.length !== 1 || entry.link !== undefined) continue;
      for (const target of entry.targets) {
        const key = `${target} ${rule}`;
        this.#files.set(key, [...(this.#files.get(key) ?? []), [path, entry]]);
      }
    }
  }

  /** Returns the files at which the target still reads such a rule. */
  find(rule: Rule, target: Dialect): readonly RuleOutput[] {
    const files = this.#files.get(`${target.id} ${rule.id}`) ?? [];
    return files.flatMap(([path, entry]) => this.#toOutput(rule, target, path, entry) ?? []);
  }

  /** Whether a file was imported: it was written by hand before. */
  isImported(path: string): boolean {
    return this.#ledger.get(path)?.head !== undefined;
  }

  /** Whether a target reads a file only through a link in another directory, so that it needs a file of its own as well. */
  isElsewhere(path: string, rule: Rule, target: Dialect): boolean {
    if (!this.#linkedPaths.has(path)) return false;
    const paths = [path, ...this.#links.flatMap(([from, { link }]) => (link === path ? [from] : []))];
    return paths.every((one) => findTargetReads(target, [one]).get(one)?.base !== (rule.origin.base ?? ""));
  }

  /** Returns the formats that a file of the target can have: a file that a link leads to can be in the format of another tool. */
  #formatsAt(path: string, target: Dialect): readonly RuleFormat[] {
    return this.#linkedPaths.has(path) ? dialects.flatMap(({ formats }) => formats) : target.formats;
  }

  /** Returns the file with several rules that the target reads through a link of the project. */
  findLinkedPath(target: Dialect): string | undefined {
    return this.#links.find(([, { link, targets }]) => targets.includes(target.id) && isJoinedPath(link))?.[1].link;
  }

  /** Returns the output in a file with several rules that the target reads through a link, such as `CLAUDE.md` to `AGENTS.md`. */
  findLinked(rule: Rule, target: Dialect): RuleOutput | undefined {
    for (const [path, { link, targets }] of this.#links) {
      if (!targets.includes(target.id) || !isWithin(rule.origin.base, directoryOf(path))) continue;
      const isOwn = getJoinedPath(target, rule) === path;
      const joining = isOwn ? target : dialects.find((dialect) => getJoinedPath(dialect, rule) === link);
      if (joining === undefined) continue;
      const printed = joining.output.nested ? rule : flattenRule(rule);
      const linked = { path: link, codec: joining.output.codec, rule: printed, preserved: {} };
      // The tool has no other file for the rule if its file for all rules is the link.
      if (isOwn || isExact(linked)) return linked;
    }
    return undefined;
  }

  #toOutput(rule: Rule, target: Dialect, path: string, entry: LedgerEntry): RuleOutput | undefined {
    const isLinked = this.#linkedPaths.has(path);
    const format = this.#formatsAt(path, target).find(({ codec }) => codec.id === entry.format);
    if (format === undefined) return undefined;
    const printed = isWithin(path, rule.origin.base) ? rule : flattenRule(rule);
    const { head, fields } = entry;
    const preserved = { ...(head !== undefined && { head }), ...(fields !== undefined && { fields }) };
    const restored = restoreFileFields(printed, entry);
    const ownConditions = differInConditions(restored, printed);
    const previous = { path, codec: format.codec, rule: withOwnImports(restored, printed), preserved, ownConditions };
    const { output } = target;
    if (isLinked) {
      if (!isExact(previous)) return undefined;
      const linked = this.findLinked(rule, target);
      return linked?.path === path ? { ...previous, joinedCodec: linked.codec } : previous;
    }
    if (output.kind === "joined") {
      // A file of another format, such as a skill, has one rule and keeps it.
      const isOtherFormat = format.codec.id !== output.codec.id && path !== getJoinedPath(target, rule);
      return path === getJoinedPath(target, rule) || (isOtherFormat && isExact(previous)) ? previous : undefined;
    }
    // The file can be in another format of the target, such as a legacy format, that can express less than the output format.
    if (format.codec.id !== output.codec.id) return isExact(previous) ? previous : undefined;
    const hasMoved = output.getPath !== undefined && !isInSameFolder(path, output.getPath(rule, "x"), output.dir);
    return hasMoved ? undefined : previous;
  }
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

/** Whether a tool joins the rules of the whole project in a file, such as `AGENTS.md`. */
function isJoinedPath(path: string): boolean {
  return dialects.some((dialect) => getJoinedPath(dialect, { origin: {} }) === path);
}
