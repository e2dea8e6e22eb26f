import { parseNativeRule, printNativeRule, type Rule, type RuleDraft } from "@precept/core";
import { isUnchanged, type ExportAction } from "../plan/plan.ts";
import type { LedgerEntry } from "../ledger/ledger.ts";
import { compareFields } from "./entry-fields.ts";
import { findHeading } from "./find-heading.ts";
import { findLink, groupSources, type LinkedSource, type SourceGroup, type PlannedRule } from "./group-sources.ts";
import { joinRule } from "./join-rule.ts";
import { mergeSimilar } from "./merge-similar.ts";
import { mergeTexts } from "./merge-texts.ts";
import type { ImportAction, ExcludedFile, PlanImportOptions, SimilarSources } from "./import-plan.ts";
import { type SourceFile, getSourcePath } from "./source-file.ts";
import { RuleNames } from "./rule-names.ts";
import { findSimilarRules, type SimilarRules } from "./similar-rules.ts";
import { createEntries, createLinkEntry, findServed } from "./source-entries.ts";
import { SourceTexts, textKeyOf } from "./source-texts.ts";
import { widenConditions } from "./widen-conditions.ts";

/** The planned rules for files that are not in the ledger. */
export interface NewRules {
  readonly actions: readonly ImportAction[];
  /** The paths of links that are in the ledger already. */
  readonly known: readonly string[];
  readonly similar: readonly SimilarSources[];
  readonly excluded: readonly ExcludedFile[];
  /** The new and changed entries of the ledger. */
  readonly entries: ReadonlyMap<string, LedgerEntry>;
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

/** Files that belong to a native rule, because they have its text or are merged into it. */
interface JoinedGroup {
  readonly group: SourceGroup;
  /** The text of the rule: another one than before if a file with nearly the same text is merged into it. */
  readonly content: string;
}

class NewRulePlanner {
  readonly #options: PlanImportOptions;
  readonly #sources: ReadonlyMap<string, SourceFile>;
  readonly #texts: SourceTexts;
  readonly #names: RuleNames;
  readonly #actions: ImportAction[] = [];
  readonly #known: string[] = [];
  readonly #excluded: ExcludedFile[] = [];
  readonly #entries = new Map<string, LedgerEntry>();

  constructor(sources: readonly SourceFile[], options: PlanImportOptions) {
    this.#options = options;
    this.#sources = new Map(sources.map((source) => [getSourcePath(source), source]));
    const ruleFiles = new Set([...this.#sources.keys(), ...options.ledger.keys()]);
    // Rule files are not included: their rules apply on their own.
    this.#texts = new SourceTexts((path) => !ruleFiles.has(path) && typeof options.getExisting(path) === "object");
    this.#names = new RuleNames(options.natives);
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
    const joined = new Map<Rule, JoinedGroup>();
    const groups = groupSources(files, links, (source) => this.#texts.keyOf(source));
    for (const [done, group] of groups.entries()) {
      this.#options.onProgress?.({ step: "Planning the import", done, total: groups.length });
      const native = group.files
        .flatMap((source) => this.#texts.nativeKeysOf(source))
        .map((key) => existing.get(key))
        .find((one) => one !== undefined);
      if (native === undefined) planned.push(this.#planRule(group));
      else joined.set(native, joinGroups(native, joined.get(native), group));
    }
    const similar = findSimilarRules(planned, existing.values());
    const isMerging = this.#options.merge === true;
    const rest = isMerging ? this.#mergeSimilar(planned, similar, joined) : planned;
    for (const [native, group] of joined) this.#joinExisting(native, group);
    for (const rule of rest) this.#addRule(rule);
    return {
      actions: this.#actions,
      known: this.#known,
      similar: isMerging ? [] : similar.reports,
      excluded: this.#excluded,
      entries: this.#entries,
    };
  }

  /** Merges rules with nearly the same text. Adds those that are merged into native rules to `joined`, and returns the others. */
  #mergeSimilar(
    planned: readonly PlannedRule[],
    { pairs, natives }: SimilarRules,
    joined: Map<Rule, JoinedGroup>,
  ): readonly PlannedRule[] {
    const nativeOf = new Map(Array.from(natives, ([{ lead }, native]) => [lead, native]));
    return mergeSimilar(planned, pairs).filter(({ group }) => {
      const native = group.files.map((source) => nativeOf.get(source)).find((one) => one !== undefined);
      if (native === undefined) return true;
      const { base, path = "" } = native.origin;
      const texts = group.files.map((source) => this.#texts.convert([source], base, path));
      joined.set(native, joinGroups(native, joined.get(native), group, texts));
      return false;
    });
  }

  /** Records a link to a file in the ledger. Collects a link to a file that is imported now. */
  #addLink(link: LinkedSource, links: LinkedSource[]): void {
    const { ledger } = this.#options;
    const path = getSourcePath(link.source);
    const entry = ledger.get(link.target);
    const reason = link.kind === "import" ? `only imports ${link.target}` : `a link to ${link.target}, checked out as text`;
    if (ledger.get(path)?.link !== link.target && link.kind !== "link") this.#excluded.push({ path, reason });
    if (entry === undefined || entry.link !== undefined) {
      links.push(link);
      return;
    }
    this.#known.push(path);
    const native = this.#options.natives.get(entry.rules[0] ?? "");
    const served = findServed(link, native?.origin.base);
    const targets = [...new Set([...entry.targets, ...(this.#entries.get(link.target)?.targets ?? []), ...served])];
    this.#entries.set(link.target, { ...entry, targets: targets.toSorted() });
    this.#entries.set(path, createLinkEntry(link, entry));
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
    const path = this.#names.choosePath(lead, rule);
    const content = this.#texts.convert(group.files, rule.origin.base, path);
    return { group, lead, path, rule: { ...rule, content }, isMerged: false };
  }

  #addRule({ group, lead, path, rule, isMerged }: PlannedRule): void {
    const { source: writtenSource, ...metadata } = rule.metadata;
    const name = this.#names.chooseName(lead, rule);
    const { text } = printNativeRule({
      ...rule,
      // A key of other tools that is a field of native rules.
      ...(typeof writtenSource === "string" && rule.source === undefined && { source: writtenSource, metadata }),
      name,
      description: rule.description.trim() === "" ? (findHeading(rule.content) ?? name) : rule.description,
    });
    const { draft } = parseNativeRule({ text, path, file: path });
    this.#actions.push({ ...this.#planFile(path, text, group), sources: sourcesOf(group) });
    this.#addEntries(group, rule.origin.base, `project:${path}`, { draft, isMerged });
  }

  /** Adds files to the native rule that has their text. */
  #joinExisting(native: Rule, { group, content }: JoinedGroup): void {
    const found = native.origin.path === undefined ? undefined : this.#options.getExisting(native.origin.path);
    if (native.origin.path === undefined || typeof found !== "object") return this.#addRule(this.#planRule(group));
    const { after, draft, entries } = joinRule({
      native: { ...native, content },
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
    this.#addEntries(group, native.origin.base, native.id, { draft, isMerged: content !== native.content });
  }

  #addEntries(
    group: SourceGroup,
    base: string | undefined,
    id: string,
    { draft, isMerged }: { readonly draft: RuleDraft | undefined; readonly isMerged: boolean },
  ): void {
    const getFields = (source: SourceFile): Pick<LedgerEntry, "fields"> => {
      const { content, ...fields } = compareFields(source.rule, draft).fields ?? {};
      // The next export writes the merged text to the file.
      const all = content === undefined || isMerged ? fields : { ...fields, content };
      return Object.keys(all).length === 0 ? {} : { fields: all };
    };
    for (const [path, entry] of createEntries(group, { base, id, getFields })) this.#entries.set(path, entry);
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
}

/** Adds files to those that belong to a native rule, with the lines of `texts`. */
function joinGroups(
  native: Rule,
  before: JoinedGroup | undefined,
  { files, links }: SourceGroup,
  texts: readonly string[] = [],
): JoinedGroup {
  const content = texts.reduce(mergeTexts, before?.content ?? native.content);
  if (before === undefined) return { group: { files, links }, content };
  return { group: { files: [...before.group.files, ...files], links: [...before.group.links, ...links] }, content };
}

function sourcesOf({ files, links }: SourceGroup): readonly string[] {
  return [...files, ...links.map(({ source }) => source)].map(getSourcePath);
}

function targetsOf({ files, links }: SourceGroup): readonly string[] {
  return [...new Set([...files, ...links.map(({ source }) => source)].map(({ dialect }) => dialect.id))];
}
