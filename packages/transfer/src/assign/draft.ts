import { getJoinedPath, getOutputPaths } from "../print/output-path.ts";
import type { FidelityNote, Rule } from "@precept/core";
import { findSkillHost, isSkillFile, type Dialect, type ImportSpec } from "@precept/mdc-compat";
import type { DraftFile } from "../print/compose-file.ts";
import { findNotes, isExact, withoutRepetition } from "../print/rule-output.ts";
import { writeOutputReferences } from "../print/write-output-references.ts";
import { findOutdated, findReadDifferently, findReadTwice, type Reading, type RuleReport } from "../read-back/readings.ts";
import { RuleFiles } from "../read-back/rule-files.ts";
import { findImporters } from "../references/importers.ts";
import { findTargetReads, isReliable } from "../read-back/target-reads.ts";
import { isNative } from "../select/find-copies.ts";
import { selectRuleFiles } from "../ledger/copies.ts";
import { withFinishedWrites } from "../print/finish-write.ts";
import { isFor } from "../select/tools.ts";
import {
  decide,
  findReadsSoFar,
  getKey,
  listUndecided,
  addOtherImported,
  addToFiles,
  type Assignment,
  type Decision,
  type Placement,
} from "./assignment.ts";
import { decideRule } from "./decide-rule.ts";
import { findServing } from "./find-serving.ts";
import { findDirectoryOutputs, findNewFile, findOutputs } from "./find-outputs.ts";
import { addDroppedRules, type DroppedRules } from "./dropped-rules.ts";
import { PreviousFiles } from "./previous-files.ts";
import { describeProject, findExportedTools, findOtherWriters } from "./project.ts";
import type { AdoptedFile, ExportDraft, ExportRequest } from "./request.ts";
import { chooseSkills, isSkillInclusion } from "./skills.ts";
import { findSkillIds, findSkillNotes } from "./skill-rules.ts";

/**
 * Works out the files of an export. Each target gets each rule once, in a form that applies in the same cases: in its
 * own format, else in the files of directories, else as a skill. Reads no existing files: pass the result to
 * `planExport`.
 *
 * @example
 * ```ts
 * import { createRule } from "@precept/core";
 * import { dialects } from "@precept/mdc-compat";
 * import { draftExport } from "@precept/transfer";
 *
 * const rules = [createRule({ id: "project:style", name: "style", content: "Use British spelling.\n" })];
 * const targets = dialects.filter(({ id }) => id === "cursor" || id === "claude");
 * const { files } = draftExport({ rules, targets, ledger: new Map(), lossy: false });
 * console.log(files.map(({ path }) => path)); // .cursor/rules/style.mdc, .claude/rules/style.md
 * ```
 */
export function draftExport(request: ExportRequest): ExportDraft {
  const dropped: DroppedRules = new Map();
  for (;;) {
    const assignment = assign(request, dropped);
    // Tools are not left to read a rule in a file of other tools that this export writes without the rule.
    if (!addDroppedRules(dropped, assignment)) return describeAssignment(assignment);
  }
}

function assign(request: ExportRequest, dropped: DroppedRules): Assignment {
  const assignment = startAssignment(request, dropped);
  assignSharedFiles(assignment);
  retainImportedFiles(assignment, request.targets);
  const skillNotes = assignSkills(assignment);
  assignRules(assignment, skillNotes);
  retainRulesOfOtherTools(assignment);
  addOtherImported(assignment);
  return assignment;
}

/** Collects the files that hold the rules before the export: their own files, and exported files of other tools. */
function startAssignment(original: ExportRequest, dropped: DroppedRules): Assignment {
  const ledger = withFinishedWrites(selectRuleFiles(original.ledger), original.readFile);
  const project = describeProject({ ...original, ledger });
  const shared = { ...original, ledger, rules: project.rules };
  const ruleFiles = new RuleFiles(project.links, original.linkedDirectories);
  const request = { ...shared, importersOf: createImporterSearch(shared) };
  const assignment = {
    request,
    project,
    previous: new PreviousFiles(request.ledger),
    ruleFiles,
    skillIds: findSkillIds(request),
    others: findExportedTools(request),
    decisions: new Map(),
    placements: [],
    imports: new Map(),
    importable: new Map(),
    rulesAt: new Map(),
  };
  /** Whether the export writes the rule to the file of its copy, and so forgets the copy, as without a ledger. */
  const isAdopted = ({ origin: { path } }: Rule, rule: Rule): boolean =>
    isNative(rule) && request.targets.some((target) => findNewFile(rule, target, () => false).path === path);
  for (const rule of project.rules) ruleFiles.addOwnFile(rule, rule);
  for (const [copy, rule] of project.copies) if (!isAdopted(copy, rule)) ruleFiles.addOwnFile(copy, rule);
  ruleFiles.addLedger(project, { ...request, isDropped: (path, { id }) => dropped.get(path)?.has(id) === true });
  return assignment;
}

/** Returns a function that finds the imports of the tools that can import a file, each file once. */
function createImporterSearch({ ledger, targets }: ExportRequest) {
  const known = new Map<string, readonly ImportSpec[]>();
  return (path: string): readonly ImportSpec[] => {
    const found = known.get(path) ?? findImporters(path, ledger, targets);
    known.set(path, found);
    return found;
  };
}

/** Assigns the files that other targets read or import too: first, so that the others need no copies of their rules. */
function assignSharedFiles(assignment: Assignment): void {
  const { request, previous, project, skillIds } = assignment;
  const shared = orderTargets(request.targets, previous, project.links).filter((target) => isShared(target, request.targets));
  retainImportedFiles(assignment, shared);
  for (const target of shared) {
    // Without skills, a tool gets them as rules, which other tools then read too.
    const hasSkills = !request.lossy || findSkillHost(target.id) !== undefined;
    const rules = listUndecided(assignment, target).filter(
      (rule) => !hasSkills || (!isSkillInclusion(rule) && !skillIds.has(rule.id)),
    );
    assignUndecided(assignment, target, rules);
  }
}

/** Whether a target has one file for all rules that another target reads in every session, or can import. */
function isShared(target: Dialect, targets: readonly Dialect[]): boolean {
  const path = getJoinedPath(target);
  if (path === undefined || target.importing !== undefined) return false;
  return targets.some((other) => {
    if (other === target) return false;
    const read = findTargetReads(other, [path]).get(path);
    return other.importing?.imported === path || (read !== undefined && isReliable(read, other));
  });
}

/**
 * Writes rules to the files they were imported from: no other file replaces what was written by hand. The exception are
 * rules that a target would then read twice, in this file and in one that this export writes for another target.
 */
function retainImportedFiles(assignment: Assignment, targets: readonly Dialect[]): void {
  const { request, previous, ruleFiles } = assignment;
  for (const target of targets) {
    const undecided = listUndecided(assignment, target).filter((rule) => previous.isImportedRule(rule));
    if (undecided.length === 0) continue;
    const reads = findReadsSoFar(assignment, target);
    // Whether a file is free for an import depends on the rules that stay in it.
    const ordered = undecided.toSorted((left, right) => ruleFiles.of(left).length - ruleFiles.of(right).length);
    for (const rule of ordered) {
      const outputs = previous
        .find(rule, target, (path) => previous.isImported(path))
        .map((output) => writeOutputReferences(rule, output, target.formats, request));
      if (outputs.length === 0 || !outputs.every(isExact)) continue;
      const paths = outputs.map(({ path }) => path);
      if (isReadTwiceWith(assignment, paths, rule, { target, reads })) continue;
      const isRead = outputs.some(({ path }) => !previous.isElsewhere(path, rule, target));
      if (isRead) decide(assignment, rule, target, { outputs, notes: outputs.flatMap(findNotes) });
      else addToFiles(assignment, rule, target, outputs);
    }
  }
}

/** Whether a target would read a rule twice if its imported files stayed, because this export writes the rule elsewhere. */
function isReadTwiceWith(assignment: Assignment, imported: readonly string[], rule: Rule, { target, reads }: Reading): boolean {
  const { readIn = [], imports } = findServing(assignment, rule, target, reads) ?? {};
  // Skills have one directory for each tool in any case.
  if (imported.some((path) => isSkillFile(path))) return false;
  // The other rules of the shared file would join the imported one, which then has no text written by hand either.
  const hasOthers = readIn.some((path) => assignment.ruleFiles.at(path).length > 1);
  if (imports !== undefined && target.output.kind === "joined" && hasOthers) return true;
  if (!readIn.some((path) => assignment.rulesAt.get(path.toLowerCase())?.has(rule.id) === true)) return false;
  if (imports === undefined) return true;
  // The target reads its file and imports nothing. But other targets read both files.
  const others = assignment.request.targets.filter((other) => other !== target && isFor(rule, other));
  return imported.some((path) => others.some((other) => findTargetReads(other, [path]).has(path)));
}

/** Assigns skills, and rules that only skills can hold: first, because tools share skills. Returns why others cannot be skills. */
function assignSkills(assignment: Assignment): ReadonlyMap<string, readonly FidelityNote[]> {
  // Tools that read the shared skills need no others.
  const shared = assignment.request.targets.filter(({ id }) => id === "skill");
  for (const target of shared) assignUndecided(assignment, target, listUndecided(assignment, target).filter(isSkillInclusion));
  const needing = new Map<Rule, Dialect[]>();
  for (const target of assignment.request.targets) {
    const isSkill = ({ id }: Rule): boolean => assignment.skillIds.has(id);
    const skills = listUndecided(assignment, target).filter((rule) => isSkill(rule) || isSkillInclusion(rule));
    if (skills.length === 0) continue;
    const reads = findReadsSoFar(assignment, target);
    for (const rule of skills) {
      if (findServing(assignment, rule, target, reads) !== undefined) continue;
      // A skill stays one wherever it can: a rule has no place for its files.
      if (isSkill(rule) || !findOutputs(assignment, rule, target).some(isExact))
        needing.set(rule, [...(needing.get(rule) ?? []), target]);
    }
  }
  const refused = new Map<string, readonly FidelityNote[]>();
  for (const [rule, targets] of needing) {
    for (const { target, output, notes } of chooseSkills(assignment, rule, targets)) {
      if (output === undefined) refused.set(getKey(rule, target), notes);
      else decide(assignment, rule, target, { outputs: [output], notes: findNotes(output) });
    }
  }
  return refused;
}

function assignRules(assignment: Assignment, refusedSkills: ReadonlyMap<string, readonly FidelityNote[]>): void {
  const { request, previous } = assignment;
  for (const target of orderTargets(request.targets, previous, assignment.project.links))
    assignUndecided(assignment, target, listUndecided(assignment, target), refusedSkills);
}

function assignUndecided(
  assignment: Assignment,
  target: Dialect,
  rules: readonly Rule[],
  refusedSkills: ReadonlyMap<string, readonly FidelityNote[]> = new Map(),
): void {
  const { request, project, decisions } = assignment;
  if (rules.length === 0) return;
  const total = project.rules.length * request.targets.length;
  const reads = findReadsSoFar(assignment, target);
  for (const rule of rules) {
    request.onProgress?.({ step: "Planning the export", done: decisions.size, total });
    const skillNotes = refusedSkills.get(getKey(rule, target));
    decide(assignment, rule, target, decideRule(assignment, rule, target, { reads, skillNotes }));
  }
}

/** Sorts the targets so that each one comes after the targets whose files it reads, also through links. */
function orderTargets(
  targets: readonly Dialect[],
  previous: PreviousFiles,
  links: ReadonlyMap<string, string>,
): readonly Dialect[] {
  const withLinks = (path: string): readonly string[] => [
    path,
    ...[...links].flatMap(([link, file]) => (file === path ? [link] : [])),
  ];
  const paths = new Map(
    targets.map((target) => [target, withLinks(previous.findLinkedPath(target) ?? getOutputPaths(target, [])[0] ?? "")]),
  );
  const ordered = new Set<Dialect>();
  const entered = new Set<Dialect>();
  const visit = (target: Dialect): void => {
    if (entered.has(target)) return;
    entered.add(target);
    const reads = findTargetReads(target, [...paths.values()].flat());
    for (const [other, files] of paths) {
      const isRead = files.some((path) => {
        const read = reads.get(path);
        return read !== undefined && isReliable(read, target);
      });
      if (other !== target && isRead) visit(other);
    }
    ordered.add(target);
  };
  for (const target of targets) visit(target);
  return [...ordered];
}

/** Adds the rules that the files had for other tools: an export for one tool does not remove the rules of others. */
function retainRulesOfOtherTools(assignment: Assignment): void {
  const { request, project, placements, decisions, others } = assignment;
  if (others.length === 0) return;
  const alreadyRead = new Set(
    [...decisions.values()].flatMap(({ rule, readIn = [] }) => readIn.map((path) => `${path} ${rule.id}`)),
  );
  const byId = new Map(project.rules.map((rule) => [rule.id, rule]));
  for (const path of new Set(placements.map(({ output }) => output.path))) {
    for (const id of request.ledger.get(path)?.rules ?? []) {
      const rule = byId.get(id);
      if (rule === undefined) continue;
      // The rules of the targets are decided already: one that is not in the file is left out.
      if (!alreadyRead.has(`${path} ${id}`) && request.targets.some((target) => isFor(rule, target))) continue;
      for (const writer of findOtherWriters(path, request).filter((other) => isFor(rule, other))) {
        const outputs = [...findOutputs(assignment, rule, writer), ...findDirectoryOutputs(rule, writer, request).outputs];
        const before = outputs.find((output) => output.path === path && isExact(output));
        if (before !== undefined) addToFiles(assignment, rule, writer, [before]);
      }
    }
  }
}

function describeAssignment(assignment: Assignment): ExportDraft {
  const { request, project, ruleFiles, decisions, skillIds } = assignment;
  const { targets, rules } = request;
  const files = groupFiles(assignment);
  const paths = [...project.fixedPaths, ...files.flatMap(({ path }) => ruleFiles.withLinks(path))];
  const read = (target: Dialect): Reading => ({ target, reads: findTargetReads(target, paths) });
  const readings = targets.map(read);
  const writers = new Map(files.map((file) => [file.path, [...file.targets, ...findOtherWriters(file.path, request)]]));
  const others = new Set([...writers.values()].flat().filter((writer) => !targets.includes(writer)));
  const decided = targets.flatMap((target) => rules.flatMap((rule) => decisions.get(getKey(rule, target)) ?? []));
  const written = new Set(files.map(({ path }) => path));
  const all = decided.map((one) => ({
    ...one,
    notes: [...(one.notes ?? []), ...(skillIds.has(one.rule.id) ? findSkillNotes(one, request, written) : [])],
  }));
  const report = ({ rule, target, notes }: (typeof all)[number]): RuleReport => ({
    rule,
    target,
    notes: withoutRepetition(notes),
  });
  return {
    files,
    omitted: all.filter(isOmitted).map(report),
    reduced: all.filter((one) => !isOmitted(one) && (one.notes ?? []).length > 0).map(report),
    alreadyRead: all.flatMap(({ rule, target, readIn }) => (readIn === undefined ? [] : [{ rule, target, paths: readIn }])),
    readTwice: findReadTwice(rules, readings, ruleFiles),
    readDifferently: [
      ...findReadDifferently(rules, [...readings, ...Array.from(others, read)], ruleFiles, writers),
      ...findOutdated(readings, ruleFiles),
    ],
    adopted: [...project.copies].flatMap(([copy, { id }]): readonly AdoptedFile[] => {
      const path = copy.origin.path ?? "";
      const file = files.find((one) => one.path === path);
      return file?.rules.some((rule) => rule.id === id) === true ? [{ path, copy: copy.id, rule: id }] : [];
    }),
  };
}

function isOmitted({ outputs, readIn }: Decision): boolean {
  return outputs === undefined && readIn === undefined;
}

/** Groups the assigned rules by file. Targets and rules are in the order of the request. */
function groupFiles(assignment: Assignment): readonly DraftFile[] {
  const { placements, imports, project, request } = assignment;
  const ranks = new Map(project.rules.map(({ id }, rank) => [id, rank]));
  const rankOf = ([{ rule }]: readonly [Placement, ...Placement[]]): number => ranks.get(rule.id) ?? 0;
  const grouped = Map.groupBy(placements, ({ output }) => output.path);
  for (const path of imports.keys()) if (!grouped.has(path)) grouped.set(path, []);
  return [...grouped].flatMap(([path, inFile]) => {
    const [first] = inFile;
    const importing = describeImport(assignment, path);
    if (first === undefined) return importing === undefined ? [] : [{ path, preserved: {}, rules: [], ...importing }];
    const byRule = [...Map.groupBy(inFile, ({ rule }) => rule.id).values()] as [Placement, ...Placement[]][];
    const { codec, joinedCodec = codec, preserved } = first.output;
    const file = { path, targets: request.targets.filter((target) => inFile.some((one) => one.target === target)) };
    if (byRule.length === 1 && importing === undefined) return [{ ...file, codec, preserved, rules: [first.output.rule] }];
    const rules = byRule.toSorted((left, right) => rankOf(left) - rankOf(right)).map(toSection);
    // The preserved data belongs to a file with one rule.
    return [{ ...file, codec: joinedCodec, preserved: {}, rules, ...(importing && { imports: importing.imports }) }];
  });
}

/** Describes the file at a path as one that imports another. Undefined if it imports none. */
function describeImport({ imports, ruleFiles }: Assignment, path: string) {
  const { target, imported } = imports.get(path) ?? {};
  if (target?.importing === undefined || imported === undefined) return undefined;
  const rules = ruleFiles.at(imported).map(({ rule }) => rule.id);
  return { codec: target.importing.format.codec, targets: [target], imports: { path: imported, rules } };
}

/** Returns the rule to print in a file with several rules, which has no name of an imported file. */
function toSection(placements: readonly [Placement, ...Placement[]]): Rule {
  const [{ rule, output }] = placements;
  const joined = placements.findLast((one) => one.output.joined !== undefined)?.output.joined ?? output.rule;
  return { ...joined, name: rule.name };
}
