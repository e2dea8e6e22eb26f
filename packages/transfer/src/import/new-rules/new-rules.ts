import { parseNativeRule, printNativeRule, type Rule } from "@precept/core";
import { hasItems, isCopy } from "../../ledger/copies.ts";
import type { Ledger } from "../../ledger/ledger.ts";
import type { ExistingFile } from "../../plan/export-plan.ts";
import {
  describeSources,
  planUpdate,
  type ChangedEntries,
  type ImportAction,
  type ImportPlan,
  type PlanImportOptions,
} from "../import-plan.ts";
import { createEntries, preserveConditions } from "../ledger-entries.ts";
import { findEditedEntry, findHeading, getSourcePath, listSources, type SourceFile, type SourceGroup } from "../source-file.ts";
import { followLinks } from "./links.ts";
import {
  createOverlay,
  findSimilarRules,
  mergeSimilar,
  mergeTexts,
  type PlannedRule,
  type SimilarRules,
} from "./similar-rules.ts";
import { RuleNames } from "./rule-names.ts";
import { convertText, groupSources, nativeKeysOf, textKeyOf, type CanReference } from "./same-texts.ts";
import { widenConditions } from "./widen-conditions.ts";

export interface NewRules extends Pick<ImportPlan, "actions" | "similar" | "excluded"> {
  readonly known: readonly string[];
  readonly entries: ChangedEntries;
}

/** Files that belong to a native rule, because they have its text or are merged into it. */
interface JoinedGroup {
  readonly group: SourceGroup;
  /** The new text of the rule: the present one, unless a file with nearly the same text is merged into it. */
  readonly content: string;
  /** Whether the files get the text of the rule, because their own lines are merged into it or into overlays. */
  readonly isMerged: boolean;
}

interface PlannedChange {
  readonly action: ImportAction;
  readonly entries: ChangedEntries;
}

/** Plans native rules for new files (`added`). Files with the same text become one rule, with all their conditions. */
export function planNewRules(added: readonly SourceFile[], sources: readonly SourceFile[], options: PlanImportOptions): NewRules {
  const { ledger, natives, getExisting, merge = false, onProgress } = options;
  const byPath = new Map(sources.map((source) => [getSourcePath(source), source]));
  // Rule files are not included: their rules apply on their own.
  const canReference: CanReference = (path) => !byPath.has(path) && !ledger.has(path) && typeof getExisting(path) === "object";
  const { files, links, known, excluded, entries } = followLinks(added, byPath, options);
  const existing = findExistingRules(byPath, options);
  const names = new RuleNames([...natives.values()]);
  const planned: PlannedRule[] = [];
  const joined = new Map<Rule, JoinedGroup>();
  const groups = groupSources(files, links, canReference);
  for (const [done, group] of groups.entries()) {
    onProgress?.({ step: "Planning the import", done, total: groups.length });
    const keys = group.files.flatMap((source) => nativeKeysOf(source, canReference));
    const native = keys.map((key) => existing.get(key)).find((one) => one !== undefined);
    if (native === undefined) planned.push(planRule(group, names, canReference));
    else joined.set(native, joinGroups(native, joined.get(native), group));
  }
  const similar = findSimilarRules(planned, existing.values());
  const rest = merge ? mergeInto(joined, planned, similar, canReference) : planned;
  const changedEntries = new Map(entries);
  const actions: ImportAction[] = [];
  const addChange = (change: PlannedChange): void => {
    actions.push(change.action);
    for (const [path, entry] of change.entries) changedEntries.set(path, entry);
  };
  for (const [native, group] of joined) {
    const file = native.origin.path === undefined ? undefined : getExisting(native.origin.path);
    if (typeof file !== "object") addChange(createRule(planRule(group.group, names, canReference), names, options));
    else addChange(joinRule(native, group, file, new Map([...ledger, ...changedEntries])));
  }
  for (const rule of rest) addChange(createRule(rule, names, options));
  return { actions, known, similar: merge ? [] : similar.reports, excluded, entries: [...changedEntries] };
}

/** Returns the native rules to which files with the same text are added, by text, unless this import changes them. */
function findExistingRules(sources: ReadonlyMap<string, SourceFile>, { ledger, natives }: PlanImportOptions) {
  const edited = new Set([...sources.values()].flatMap((source) => findEditedEntry(source, ledger)?.rules ?? []));
  const found = new Map<string, Rule>();
  for (const rule of natives.values()) {
    const isShared = rule.enabled && !rule.pending && rule.userId === undefined && rule.origin.overlay !== true;
    if (!isShared || edited.has(rule.id) || rule.content.trim() === "") continue;
    const key = textKeyOf(rule);
    if (!found.has(key)) found.set(key, rule);
  }
  return found;
}

function planRule(group: SourceGroup, names: RuleNames, canReference: CanReference): PlannedRule {
  const [first] = group.files;
  const lead = group.files.find(({ rule }) => rule.origin.label !== true) ?? first;
  const others = listSources(group).filter((one) => one !== lead);
  const rule = widenConditions([lead.rule, ...others.map((one) => one.rule)]);
  const path = names.choosePath(lead, rule);
  const content = convertText(group.files, canReference, rule.origin.base, path);
  return { group, lead, path, rule: { ...rule, content }, isMerged: false };
}

/** Merges rules with nearly the same text. Adds rules that are like native ones to `joined`, and returns the others. */
function mergeInto(
  joined: Map<Rule, JoinedGroup>,
  planned: readonly PlannedRule[],
  { pairs, natives }: SimilarRules,
  canReference: CanReference,
): readonly PlannedRule[] {
  const nativeOf = new Map(Array.from(natives, ([{ lead }, native]) => [lead, native]));
  return mergeSimilar(planned, pairs).flatMap((rule) => {
    const { group } = rule;
    const native = group.files.map((source) => nativeOf.get(source)).find((one) => one !== undefined);
    if (native === undefined || rule.isOverlay === true) return [rule];
    const { base, path = "" } = native.origin;
    const overlays = createOverlay(native, new Set(native.targets), rule);
    const texts = overlays === undefined ? group.files.map((source) => convertText([source], canReference, base, path)) : [];
    joined.set(native, { ...joinGroups(native, joined.get(native), group, texts), isMerged: true });
    return overlays ?? [];
  });
}

/** Adds files to the files of a native rule, and the lines of `texts` to its text. */
function joinGroups(
  native: Rule,
  before: JoinedGroup | undefined,
  { files, links }: SourceGroup,
  texts: readonly string[] = [],
): JoinedGroup {
  const content = texts.reduce(mergeTexts, before?.content ?? native.content);
  if (before === undefined) return { group: { files, links }, content, isMerged: false };
  const { group, isMerged } = before;
  return { group: { files: [...group.files, ...files], links: [...group.links, ...links] }, content, isMerged };
}

/** Plans the file of a new native rule. A file that is there already is not overwritten. */
function createRule(
  { group, lead, path, rule, isMerged, isOverlay = false }: PlannedRule,
  names: RuleNames,
  { getExisting }: PlanImportOptions,
): PlannedChange {
  const { source: writtenSource, ...metadata } = rule.metadata;
  const name = names.chooseName(lead, rule);
  const { text: after } = printNativeRule({
    ...rule,
    // A key of other tools that is a field of native rules.
    ...(typeof writtenSource === "string" && rule.source === undefined && { source: writtenSource, metadata }),
    name,
    description: rule.description.trim() === "" ? (findHeading(rule.content) ?? name) : rule.description,
  });
  const { draft } = parseNativeRule({ text: after, path, file: path });
  const id = `project:${path}`;
  const found = getExisting(path);
  return {
    action: { path, rules: [id], after, ...describeSources(listSources(group)), ...comparePresent(found, after) },
    entries: isOverlay ? [] : createEntries(group, { id, base: rule.origin.base, draft, isMerged }),
  };
}

function comparePresent(
  found: ExistingFile | "unusable" | undefined,
  after: string,
): Pick<ImportAction, "kind" | "reason" | "before" | "beforeSha256"> {
  if (found === undefined) return { kind: "create" };
  if (found === "unusable") return { kind: "blocked", reason: "unusable" };
  const before = { before: found.text, beforeSha256: found.sha256 };
  return found.text === after ? { kind: "unchanged", ...before } : { kind: "blocked", reason: "foreign", ...before };
}

/** Adds files to a native rule: its conditions are widened so that it applies wherever one of the files does. */
function joinRule(native: Rule, { group, content, isMerged }: JoinedGroup, file: ExistingFile, ledger: Ledger): PlannedChange {
  const sources = listSources(group);
  const { inclusion, globs, contexts } = widenConditions([native, ...sources.map(({ rule }) => rule)]);
  // A rule that does not name a tool would no longer be written to the file of that tool.
  const tools = sources.flatMap(({ dialect }) => (dialect.output === undefined ? [] : [dialect.id]));
  const targets = native.targets.length === 0 ? [] : [...new Set([...native.targets, ...tools])];
  const after = printNativeRule({ ...native, content, inclusion, globs, contexts, targets }, file.text).text;
  const { id, origin } = native;
  const path = origin.path ?? "";
  const { draft } = parseNativeRule({ text: after, path, file: path });
  // The other files of the rule keep their conditions.
  const own = [...ledger].flatMap(([at, entry]) => {
    const isOwn =
      entry.rules.length === 1 && entry.rules[0] === id && entry.link === undefined && !isCopy(entry) && !hasItems(entry);
    return isOwn && draft !== undefined ? [[at, preserveConditions(entry, native, draft)] as const] : [];
  });
  const added = createEntries(group, { id, base: origin.base, draft, isMerged });
  return { action: planUpdate(native, file, after, sources), entries: [...own, ...added] };
}
