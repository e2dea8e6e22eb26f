import { pushAll, formatNumber, type Inclusion, type Rule } from "@precept/core";
import { diffArrays, structuredPatch } from "diff";
import type { SimilarSources } from "../import-plan.ts";
import { withLineEndsOf } from "../../ledger/same-text.ts";
import { getSourcePath, listSources, type SourceFile, type SourceGroup } from "../source-file.ts";
import { widenConditions } from "./widen-conditions.ts";

export interface PlannedRule {
  readonly group: SourceGroup;
  /** The file that the rule is named after. */
  readonly lead: SourceFile;
  readonly path: string;
  readonly rule: Rule;
  /** Whether the text is merged from different texts, so that exports change the files. */
  readonly isMerged: boolean;
  /** The rule is an overlay: it has the lines that only the file of one tool has. Its file belongs to another rule. */
  readonly isOverlay?: boolean;
}

export interface SimilarRules {
  readonly pairs: readonly (readonly [PlannedRule, PlannedRule])[];
  /** The native rules that planned ones are nearly the same as. */
  readonly natives: ReadonlyMap<PlannedRule, Rule>;
  /** All of them, as the user sees them. */
  readonly reports: readonly SimilarSources[];
}

interface ComparedText {
  readonly path: string;
  readonly text: string;
  /** The directory that the rule governs. Only texts of one directory are compared. */
  readonly base: string | undefined;
  /** When the rule applies. Default: always. */
  readonly conditions?: string;
  readonly planned?: PlannedRule;
  /** Native rules are not compared with each other. */
  readonly native?: Rule;
}

/**
 * Compares planned rules with each other and with native rules that apply in the same cases. Rules that apply in different
 * cases are only compared if different tools have them, since a tool that has both distinguishes the cases, and if both
 * apply without a request: a skill stays a skill.
 */
export function findSimilarRules(planned: readonly PlannedRule[], natives: Iterable<Rule>): SimilarRules {
  const added = planned.map((one): ComparedText => ({ ...describe(one.rule, getSourcePath(one.lead)), planned: one }));
  const existing = Array.from(planned.length === 0 ? [] : natives, (native): ComparedText => ({
    ...describe(native, native.origin.path ?? native.id),
    native,
  }));
  const found = findSimilar([...existing, ...added]);
  const similar = new Map<PlannedRule, Rule>();
  for (const { pair } of found) {
    const [{ native }, { planned: rule }] = pair;
    if (native !== undefined && rule !== undefined && !similar.has(rule)) similar.set(rule, native);
  }
  return {
    pairs: found.flatMap(({ pair: [{ planned: left }, { planned: right }] }) =>
      left === undefined || right === undefined ? [] : [[left, right] as const],
    ),
    natives: similar,
    reports: found.map(({ pair, ratio }) => ({
      paths: pair.map(({ path }) => path),
      ratio,
      difference: printDifference(pair),
    })),
  };
}

function describe(rule: Rule, path: string): ComparedText {
  return { path, text: rule.content, base: rule.origin.base, conditions: conditionsOf(rule) };
}

function conditionsOf({ inclusion, globs, contexts }: Rule): string {
  return JSON.stringify([inclusion, globs, contexts]);
}

/** Whether two texts can be of one rule. */
function areComparable(left: ComparedText, right: ComparedText): boolean {
  if (left.base !== right.base || (left.native !== undefined && right.native !== undefined)) return false;
  if (left.conditions === right.conditions) return true;
  const [one, other] = [left.planned, right.planned];
  if (one === undefined || other === undefined) return false;
  return [one, other].every(({ rule }) => unrequested.has(rule.inclusion)) && areOfDifferentTools([one], [other]);
}

/** The inclusions of rules that apply without a request of the user or the agent. */
const unrequested: ReadonlySet<Inclusion> = new Set(["always", "fileMatch"]);

/** Whether no tool has rules of both lists, and the rules of one list are in files of single tools, which can have overlays. */
function areOfDifferentTools(left: readonly PlannedRule[], right: readonly PlannedRule[]): boolean {
  if (left.some(isShared) && right.some(isShared)) return false;
  const tools = new Set(left.flatMap((rule) => [...listTools(rule)]));
  return right.every((rule) => listTools(rule).size > 0 && [...listTools(rule)].every((tool) => !tools.has(tool)));
}

/** The share of common lines from which two texts count as nearly the same. */
const minSimilarity = 0.9;

/** Finds pairs of texts that are nearly the same, with the share of common lines, from 0 to 1, without empty lines. */
export function findSimilar(
  items: readonly ComparedText[],
): readonly { readonly pair: readonly [ComparedText, ComparedText]; readonly ratio: number }[] {
  const texts = items
    .map((item) => ({ item, ...readLines(item.text) }))
    .toSorted((left, right) => left.lines.length - right.lines.length);
  const found: ReturnType<typeof findSimilar>[number][] = [];
  for (const [at, shorter] of texts.entries()) {
    for (const longer of texts.slice(at + 1)) {
      if (ratioOf(shorter.lines.length, shorter.lines.length, longer.lines.length) < minSimilarity) break;
      if (!areComparable(shorter.item, longer.item) || !mayBeSimilar(shorter, longer)) continue;
      const common = countCommon(shorter.lines, longer.lines);
      const ratio = ratioOf(common, shorter.lines.length, longer.lines.length);
      if (ratio < minSimilarity) continue;
      const isInOrder = items.indexOf(shorter.item) < items.indexOf(longer.item);
      found.push({ pair: isInOrder ? [shorter.item, longer.item] : [longer.item, shorter.item], ratio });
    }
  }
  return found;
}

/** The number of differing lines up to which a difference is printed, or texts are merged line by line. */
const maxDifferences = 5000;

export function printDifference([left, right]: readonly [ComparedText, ComparedText]): string {
  const options = { context: 2, maxEditLength: maxDifferences };
  const patch = structuredPatch(left.path, right.path, unixText(left), unixText(right), "", "", options);
  const lines = patch?.hunks.flatMap((hunk) => [
    `@@ -${hunk.oldStart},${hunk.oldLines} +${hunk.newStart},${hunk.newLines} @@`,
    ...hunk.lines,
  ]) ?? [`@@ more than ${formatNumber(maxDifferences)} lines differ @@`];
  return [`--- ${left.path}`, `+++ ${right.path}`, ...lines, ""].join("\n");
}

function unixText({ text }: ComparedText): string {
  return `${splitLines(text).join("\n")}\n`;
}

interface ComparedLines {
  /** Without empty lines, and without spaces at their ends. */
  readonly lines: readonly string[];
  readonly counts: ReadonlyMap<string, number>;
}

function readLines(text: string): ComparedLines {
  const lines = text
    .split(/\r?\n/)
    .map((line) => line.trimEnd())
    .filter((line) => line !== "");
  const counts = new Map<string, number>();
  for (const line of lines) counts.set(line, (counts.get(line) ?? 0) + 1);
  return { lines, counts };
}

/** Whether enough lines of a text occur in a longer one, in any order. Stops as soon as too many do not. */
function mayBeSimilar(shorter: ComparedLines, longer: ComparedLines): boolean {
  const needed = (minSimilarity * (shorter.lines.length + longer.lines.length)) / 2;
  let missing = shorter.lines.length - needed;
  for (const [line, count] of shorter.counts) {
    missing -= Math.max(0, count - (longer.counts.get(line) ?? 0));
    if (missing < 0) return false;
  }
  return shorter.lines.length > 0;
}

/** Counts the lines that both texts have, in order. Returns 0 if they are too few to be similar. */
function countCommon(left: readonly string[], right: readonly string[]): number {
  const total = left.length + right.length;
  const parts = diffArrays([...left], [...right], { maxEditLength: Math.ceil(total * (1 - minSimilarity)) }) ?? [];
  return parts.filter(({ added, removed }) => !added && !removed).reduce((sum, { value }) => sum + value.length, 0);
}

function ratioOf(common: number, left: number, right: number): number {
  return (2 * common) / Math.max(1, left + right);
}

/**
 * Merges planned rules that pairs connect into one rule, which has the place of the first and applies wherever one of them
 * does. The lines that only the files of other tools have become an overlay for these tools each.
 */
export function mergeSimilar(
  rules: readonly PlannedRule[],
  pairs: readonly (readonly [PlannedRule, PlannedRule])[],
): readonly PlannedRule[] {
  const clusters = new Map(rules.map((rule) => [rule, [rule]]));
  for (const [left, right] of pairs) {
    const [into = [], from = []] = [clusters.get(left), clusters.get(right)];
    if (into === from) continue;
    if (conditionsOf(left.rule) !== conditionsOf(right.rule) && !areOfDifferentTools(into, from)) continue;
    pushAll(into, from);
    for (const rule of from) clusters.set(rule, into);
  }
  return rules.flatMap((rule) => {
    const cluster = clusters.get(rule) ?? [];
    const inOrder = rules.filter((one) => cluster.includes(one));
    if (inOrder[0] !== rule) return [];
    // All tools with a file of their own can have an overlay, but not those that share AGENTS.md.
    const lead = inOrder.find(isShared) ?? rule;
    return inOrder.filter((one) => one !== lead).reduce<readonly PlannedRule[]>(mergeInto, [lead]);
  });
}

function mergeInto([into, ...overlays]: readonly PlannedRule[], variant: PlannedRule): readonly PlannedRule[] {
  if (into === undefined) return [variant];
  const { group, rule } = into;
  const overlay = createOverlay(rule, listTools(into), variant);
  const content = overlay === undefined ? mergeTexts(rule.content, variant.rule.content) : rule.content;
  const { inclusion, globs, contexts } = widenConditions([rule, variant.rule]);
  const merged: PlannedRule = {
    ...into,
    group: {
      files: [...group.files, ...variant.group.files],
      links: [...group.links, ...variant.group.links],
    },
    rule: { ...rule, content, inclusion, globs, contexts },
    isMerged: true,
  };
  return [merged, ...overlays, ...(overlay ?? [])];
}

/**
 * Returns an overlay with the lines that only a variant of a rule has, for the tools of the variant; none if it has no
 * such line. Undefined if the rule has files of the same tools, or of tools that share a file: they read both texts.
 */
export function createOverlay(
  { content }: Rule,
  tools: ReadonlySet<string>,
  variant: PlannedRule,
): readonly PlannedRule[] | undefined {
  const own = [...listTools(variant)];
  if (isShared(variant) || own.length === 0 || own.some((tool) => tools.has(tool))) return undefined;
  const lines = findOwnLines(content, variant.rule.content);
  if (lines === "") return [];
  const rule = { ...variant.rule, content: lines, targets: own.toSorted() };
  return [{ ...variant, rule, isMerged: true, isOverlay: true }];
}

/** The tools of the files of a planned rule. */
function listTools({ group }: PlannedRule): ReadonlySet<string> {
  return new Set(listSources(group).flatMap(({ dialect }) => (dialect.output === undefined ? [] : [dialect.id])));
}

function isShared({ group }: PlannedRule): boolean {
  return group.files.some(({ dialect }) => dialect.id === "agents" || dialect.id === "skill");
}

/** Returns the lines of a text that another one does not have, each part below its heading, unless that is the title. */
function findOwnLines(other: string, text: string): string {
  const parts = diffArrays(splitLines(other), splitLines(text), { maxEditLength: maxDifferences }) ?? [];
  let heading: string | undefined;
  const found: string[] = [];
  for (const { value, added, removed } of parts) {
    if (removed) continue;
    const own = value.join("\n").replace(/^\n+|\s+$/g, "");
    if (added && own !== "") {
      if (heading !== undefined && !isHeading(own) && !found.includes(heading)) found.push(heading);
      found.push(own);
    }
    heading = value.findLast(isHeading) ?? heading;
  }
  return found.length === 0 ? "" : `${found.join("\n\n")}\n`;
}

function isHeading(line: string): boolean {
  return /^#{2,6}[ \t]/.test(line);
}

/** Merges two texts: common lines occur once, others stay. If too many lines differ, the texts are joined. */
export function mergeTexts(left: string, right: string): string {
  const [before, after] = [splitLines(left), splitLines(right)];
  const parts = diffArrays(before, after, { maxEditLength: maxDifferences });
  const lines = parts === undefined ? [...before, ...after] : parts.flatMap(({ value }) => value);
  return withLineEndsOf(left, `${lines.join("\n")}\n`);
}

function splitLines(text: string): string[] {
  return text.replaceAll("\r\n", "\n").replace(/\n+$/, "").split("\n");
}
