import { parseNativeRule, printNativeRule, type Rule } from "@precept/core";
import { isUnchanged, type ExportAction } from "../export/plan.ts";
import type { LedgerEntry } from "../export/ledger.ts";
import { getNameKey } from "../export/name-key.ts";
import { compareFields, getHead } from "./entry-fields.ts";
import { findAvailableName } from "./find-available-name.ts";
import { findHeading } from "./find-heading.ts";
import { findSimilar, printDifference } from "./find-similar.ts";
import { findLink, groupSources, type LinkedSource, type SourceGroup } from "./group-sources.ts";
import { joinRule } from "./join-rule.ts";
import { mergeSimilar } from "./merge-similar.ts";
import type { ImportAction, PassedOverFile, PlanImportOptions, SimilarSources, SourceFile } from "./plan.ts";
import { SourceTexts, textKeyOf } from "./source-texts.ts";
import { getSafeStem, getSourcePath, getStem } from "./source-name.ts";
import { widenConditions } from "./widen-conditions.ts";

/** The planned rules for files that are not in the ledger. */
export interface NewRules {
  readonly actions: readonly ImportAction[];
  /** The paths of links that are in the ledger already. */
  readonly known: readonly string[];
  readonly similar: readonly SimilarSources[];
  readonly passedOver: readonly PassedOverFile[];
  /** The new and changed entries of the ledger. */
  readonly entries: ReadonlyMap<string, LedgerEntry>;
}

/** A native rule that is planned from one or several files. */
export interface PlannedRule {
  readonly group: SourceGroup;
  /** The file that the rule is named after. */
  readonly lead: SourceFile;
  /** The path of the rule. */
  readonly path: string;
  readonly rule: Rule;
  /** Whether the text is merged from different texts, so that exports change the files. */
  readonly isMerged: boolean;
}

/**
 * Plans native rules for files of other tools that are not in the ledger, and for links. Files with the same text become one rule, which applies wherever
 * one of them does.
 *
 * @param sources all source files of the import.
 * @param added those that are not in the ledger, or are there as links.
 */
export function planNewRules(added: readonly SourceFile[], sources: readonly SourceFile[], options: PlanImportOptions): NewRules {
  return new NewRulePlanner(sources, options).plan(added);
}

class NewRulePlanner {
  readonly #options: PlanImportOptions;
  readonly #sources: ReadonlyMap<string, SourceFile>;
  readonly #texts: SourceTexts;
  readonly #names: Set<string>;
  readonly #paths = new Set<string>();
  readonly #actions: ImportAction[] = [];
  readonly #known: string[] = [];
  readonly #passedOver: PassedOverFile[] = [];
  readonly #entries = new Map<string, LedgerEntry>();

  constructor(sources: readonly SourceFile[], options: PlanImportOptions) {
    this.#options = options;
    this.#sources = new Map(sources.map((source) => [getSourcePath(source), source]));
    const ruleFiles = new Set([...this.#sources.keys(), ...options.ledger.keys()]);
    // Rule files are not included: their rules apply on their own.
    this.#texts = new SourceTexts((path) => !ruleFiles.has(path) && typeof options.getExisting(path) === "object");
    this.#names = new Set([...options.natives.values()].map(getNameKey));
  }

  plan(added: readonly SourceFile[]): NewRules {
    const files: SourceFile[] = [];
    const links: LinkedSource[] = [];
    for (const source of added) {
      const link = findLink(source, this.#sources, (path) => this.#options.ledger.has(path));
      if (link === undefined) files.push(source);
      else this.#addLink(link, links);
    }
    this.#texts.add(files);
    const existing = this.#findExisting();
    const planned: PlannedRule[] = [];
    for (const group of groupSources(files, links, (source) => this.#texts.keyOf(source))) {
      const native = group.files
        .flatMap((source) => this.#texts.nativeKeysOf(source))
        .map((key) => existing.get(key))
        .find((one) => one !== undefined);
      if (native === undefined) planned.push(this.#planRule(group));
      else this.#joinExisting(native, group);
    }
    const compared = planned.map((rule) => ({
      planned: rule,
      path: getSourcePath(rule.lead),
      text: rule.rule.content,
      class: JSON.stringify([rule.rule.origin.base, rule.rule.inclusion, rule.rule.globs, rule.rule.contexts]),
    }));
    const pairs = findSimilar(compared);
    const isMerging = this.#options.merge === true;
    const rules = isMerging
      ? mergeSimilar(
          planned,
          pairs.map(({ pair: [left, right] }) => [left.planned, right.planned]),
        )
      : planned;
    for (const rule of rules) this.#addRule(rule);
    return {
      actions: this.#actions,
      known: this.#known,
      similar: isMerging
        ? []
        : pairs.map(({ pair, ratio }) => ({ paths: pair.map(({ path }) => path), ratio, difference: printDifference(pair) })),
      passedOver: this.#passedOver,
      entries: this.#entries,
    };
  }

  /** Records a link to a file in the ledger. Collects a link to a file that is imported now. */
  #addLink(link: LinkedSource, links: LinkedSource[]): void {
    const { ledger } = this.#options;
    const path = getSourcePath(link.source);
    const entry = ledger.get(link.target);
    const reason = link.kind === "import" ? `only imports ${link.target}` : `a link to ${link.target}, checked out as text`;
    if (ledger.get(path)?.link !== link.target && link.kind !== "link") this.#passedOver.push({ path, reason });
    if (entry === undefined || entry.link !== undefined) {
      links.push(link);
      return;
    }
    this.#known.push(path);
    const native = this.#options.natives.get(entry.rules[0] ?? "");
    const served = servedBy(link, native?.origin.base);
    const targets = [...new Set([...entry.targets, ...(this.#entries.get(link.target)?.targets ?? []), ...served])];
    this.#entries.set(link.target, { ...entry, targets: targets.toSorted() });
    this.#entries.set(path, linkEntryOf(link, entry));
  }

  /** The native rules that files with the same text belong to. Rules that this import changes are not among them. */
  #findExisting(): ReadonlyMap<string, Rule> {
    const { ledger, natives, hash } = this.#options;
    const edited = new Set(
      [...this.#sources].flatMap(([path, { file }]) => {
        const entry = ledger.get(path);
        return entry === undefined || isUnchanged(file, entry, hash) ? [] : entry.rules;
      }),
    );
    const found = new Map<string, Rule>();
    for (const rule of natives.values()) {
      const isShared = rule.enabled && !rule.pending && rule.userId === undefined && rule.origin.overlay !== true;
      if (!isShared || edited.has(rule.id) || rule.content.trim() === "") continue;
      const key = textKeyOf(rule);
      if (!found.has(key)) found.set(key, rule);
    }
    return found;
  }

  #planRule(group: SourceGroup): PlannedRule {
    const [first] = group.files;
    const lead = group.files.find(({ rule }) => rule.origin.label !== true) ?? first;
    const others = [...group.files.filter((one) => one !== lead), ...group.links.map(({ source }) => source)];
    const rule = widenConditions([lead.rule, ...others.map((one) => one.rule)]);
    const path = this.#choosePath(lead, rule);
    const content = this.#texts.convert(group.files, rule.origin.base, path);
    return { group, lead, path, rule: { ...rule, content }, isMerged: false };
  }

  #addRule({ group, lead, path, rule, isMerged }: PlannedRule): void {
    const { source: writtenSource, ...metadata } = rule.metadata;
    const name = this.#chooseName(lead, rule);
    const { text } = printNativeRule({
      ...rule,
      // A key of other tools that is a field of native rules.
      ...(typeof writtenSource === "string" && rule.source === undefined && { source: writtenSource, metadata }),
      name,
      description: rule.description.trim() === "" ? (findHeading(rule.content) ?? name) : rule.description,
    });
    const { draft } = parseNativeRule({ text, path, file: path });
    this.#actions.push({ ...this.#planFile(path, text, group), sources: sourcesOf(group) });
    this.#addEntries(group, rule, [`project:${path}`], (source) => {
      const { content, ...fields } = compareFields(source.rule, draft).fields ?? {};
      const all = content === undefined || isMerged ? fields : { ...fields, content };
      return Object.keys(all).length === 0 ? {} : { fields: all };
    });
  }

  /** Adds files whose text is that of a native rule to that rule. */
  #joinExisting(native: Rule, group: SourceGroup): void {
    const found = native.origin.path === undefined ? undefined : this.#options.getExisting(native.origin.path);
    if (native.origin.path === undefined || typeof found !== "object") return this.#addRule(this.#planRule(group));
    const { after, draft, entries } = joinRule({
      native,
      group,
      text: found.text,
      ledger: new Map([...this.#options.ledger, ...this.#entries]),
    });
    for (const [path, entry] of entries) this.#entries.set(path, entry);
    this.#actions.push({
      kind: after === found.text ? "unchanged" : "update",
      path: native.origin.path,
      targets: targetsOf(group),
      rules: [native.id],
      after,
      before: found.text,
      beforeSha256: found.sha256,
      sources: sourcesOf(group),
    });
    this.#addEntries(group, native, [native.id], (source) => compareFields(source.rule, draft));
  }

  #addEntries(
    { files, links }: SourceGroup,
    rule: Rule,
    rules: readonly string[],
    getFields: (source: SourceFile) => Pick<LedgerEntry, "fields">,
  ): void {
    for (const source of files) {
      const path = getSourcePath(source);
      const linked = links.filter(({ target }) => target === path);
      const entry: LedgerEntry = {
        targets: [...new Set([source.dialect.id, ...linked.flatMap((link) => servedBy(link, rule.origin.base))])].toSorted(),
        format: source.format,
        rules,
        sha256: source.file.sha256,
        ...getHead(source.file.text, source.rule.content),
        ...withoutLabel(source, getFields(source)),
      };
      this.#entries.set(path, entry);
      for (const link of linked) this.#entries.set(getSourcePath(link.source), linkEntryOf(link, entry));
    }
  }

  #planFile(path: string, after: string, group: SourceGroup): ExportAction {
    const found = this.#options.getExisting(path);
    const shared = { path, targets: targetsOf(group), rules: [`project:${path}`], after };
    if (found === undefined) return { kind: "create", ...shared };
    if (found === "unusable") return { kind: "blocked", ...shared, reason: "unusable" };
    const before = { before: found.text, beforeSha256: found.sha256 };
    if (found.text === after) return { kind: "unchanged", ...shared, ...before };
    return { kind: "blocked", ...shared, ...before, reason: "foreign" };
  }

  /** Chooses a name that no native rule of the directory has: the rule's own name if possible, else one derived from its path. */
  #chooseName({ inRoot, dialect }: SourceFile, rule: Rule): string {
    const fromPath = getStem(inRoot).replaceAll("/", "-");
    const own = rule.origin.label === true ? getStem(rule.name) : rule.name;
    const name = findAvailableName(
      [own, fromPath, `${fromPath}-${dialect.id}`],
      (candidate) => this.#names.has(getNameKey({ ...rule, name: candidate })),
      this.#names.size,
    );
    this.#names.add(getNameKey({ ...rule, name }));
    return name;
  }

  #choosePath({ inRoot, dialect }: SourceFile, { origin: { base } }: Rule): string {
    const dir = `${base === undefined ? "" : `${base}/`}.precept/rules`;
    const { natives } = this.#options;
    const stem = getSafeStem(inRoot);
    const getPath = (candidate: string): string => `${dir}/${candidate}.md`;
    const available = findAvailableName(
      [stem, `${stem}-${dialect.id}`],
      (candidate) => this.#paths.has(getPath(candidate).toLowerCase()) || natives.has(`project:${getPath(candidate)}`),
      this.#paths.size + natives.size,
    );
    this.#paths.add(getPath(available).toLowerCase());
    return getPath(available);
  }
}

/** Returns the tool that reads a rule of a directory through a link. A link in a directory below serves the tool only there. */
function servedBy({ source: { dialect, rule } }: LinkedSource, base: string | undefined): readonly string[] {
  const own = rule.origin.base;
  return own === undefined || own === base || base?.startsWith(`${own}/`) === true ? [dialect.id] : [];
}

/** Removes the name of a file that has none in its text: as a section of a file with several rules, the rule has its own name. */
function withoutLabel(
  { rule, dialect: { output } }: SourceFile,
  { fields }: Pick<LedgerEntry, "fields">,
): Pick<LedgerEntry, "fields"> {
  if (fields === undefined || output.kind !== "joined" || rule.origin.label !== true)
    return fields === undefined ? {} : { fields };
  const { name: _, ...others } = fields;
  return Object.keys(others).length === 0 ? {} : { fields: others };
}

function linkEntryOf({ source, target }: LinkedSource, { rules, sha256 }: LedgerEntry): LedgerEntry {
  return { targets: [source.dialect.id], format: source.format, rules, sha256, link: target };
}

function sourcesOf({ files, links }: SourceGroup): readonly string[] {
  return [...files, ...links.map(({ source }) => source)].map(getSourcePath);
}

function targetsOf({ files, links }: SourceGroup): readonly string[] {
  return [...new Set([...files, ...links.map(({ source }) => source)].map(({ dialect }) => dialect.id))];
}
