import type { FidelityNote, Rule } from "@precept/core";
import type { Dialect } from "@precept/mdc-compat";
import type { PreviousFiles } from "./previous-files.ts";
import { findTargetReads, type TargetReads } from "../read-back/target-reads.ts";
import type { ReferenceSources } from "../print/write-output-references.ts";
import type { RuleOutput } from "../print/rule-output.ts";
import type { RuleFile, RuleFiles } from "../read-back/rule-files.ts";
import { isFor } from "../select/tools.ts";
import type { ExportProject } from "./project.ts";
import type { ExportRequest } from "./request.ts";

/** What an export does with a rule for a target. Without `outputs` and `readIn`, the target does not get the rule. */
export interface Decision {
  readonly outputs?: readonly RuleOutput[];
  /** The other files in which the target reads the rule. Default: none. */
  readonly readIn?: readonly string[];
  /** The target's own files that import files in `readIn`. Default: the target reads all of them itself. */
  readonly imports?: readonly { readonly path: string; readonly imported: string }[];
  /** What the target does not get of the rule. Default: nothing. */
  readonly notes?: readonly FidelityNote[];
}

export interface Placement {
  readonly rule: Rule;
  readonly target: Dialect;
  readonly output: RuleOutput;
}

/** A file of a target that imports a shared one. */
interface ImportPlacement {
  readonly target: Dialect;
  /** The path of the shared file. */
  readonly imported: string;
}

/** The request, with what the project says about its files. */
type AssignmentRequest = ExportRequest & Required<Pick<ReferenceSources, "importersOf">>;

export interface Assignment {
  readonly request: AssignmentRequest;
  readonly project: ExportProject;
  readonly previous: PreviousFiles;
  readonly ruleFiles: RuleFiles;
  /** The ids of the rules that were written as skills. */
  readonly skillIds: ReadonlySet<string>;
  /** The tools that earlier exports wrote files for, and that this export does not write for. */
  readonly others: readonly Dialect[];
  /** By target and rule. */
  readonly decisions: Map<string, Decision & { readonly rule: Rule; readonly target: Dialect }>;
  readonly placements: Placement[];
  /** By the path of the importing file. */
  readonly imports: Map<string, ImportPlacement>;
  /** Whether a file can import a shared one, by target and path. */
  readonly importable: Map<string, boolean>;
  /** The ids of the rules in each file, by path in lower case, because some file systems ignore case. */
  readonly rulesAt: Map<string, Set<string>>;
}

export function decide(assignment: Assignment, rule: Rule, target: Dialect, decision: Decision): void {
  assignment.decisions.set(getKey(rule, target), { ...decision, rule, target });
  addToFiles(assignment, rule, target, decision.outputs ?? []);
  for (const { path, imported } of decision.imports ?? []) {
    assignment.imports.set(path, { target, imported });
    const file = assignment.ruleFiles.of(rule).find((one) => one.path === imported);
    if (file !== undefined) addImported(assignment, rule, { target, path, file });
  }
}

/** Adds the rules that targets read twice: in files that they import, and in their own. */
export function addOtherImported(assignment: Assignment): void {
  for (const [path, { target, imported }] of assignment.imports)
    for (const { rule, file } of assignment.ruleFiles.at(imported)) addImported(assignment, rule, { target, path, file });
}

interface ImportedRule {
  readonly target: Dialect;
  /** The path of the importing file. */
  readonly path: string;
  /** The imported file. */
  readonly file: RuleFile;
}

function addImported({ ruleFiles }: Assignment, rule: Rule, { target, path, file }: ImportedRule): void {
  const codec = target.importing?.format.codec ?? file.codec;
  ruleFiles.add(rule, { ...file, path, codec, importers: [target.id] });
}

export function addToFiles(
  { request, placements, ruleFiles, rulesAt, importable }: Assignment,
  rule: Rule,
  target: Dialect,
  outputs: readonly RuleOutput[],
): void {
  for (const output of outputs) {
    placements.push({ rule, target, output });
    importable.delete(`${target.id} ${output.path}`);
    if (request.blocked?.has(output.path) !== true) ruleFiles.add(rule, output);
    const path = output.path.toLowerCase();
    rulesAt.set(path, (rulesAt.get(path) ?? new Set()).add(rule.id));
  }
}

export function listUndecided({ project, decisions }: Assignment, target: Dialect): readonly Rule[] {
  return project.rules.filter((rule) => isFor(rule, target) && !decisions.has(getKey(rule, target)));
}

export function findReadsSoFar({ project, placements, imports, ruleFiles }: Assignment, target: Dialect): TargetReads {
  const written = [...new Set([...placements.map(({ output }) => output.path), ...imports.keys()])];
  const possible = project.outputPaths.get(target) ?? [];
  return findTargetReads(target, [...project.fixedPaths, ...possible, ...written.flatMap((path) => ruleFiles.withLinks(path))]);
}

/** Whether the last export wrote another rule of this export to a path, for this tool or, by default, for any. */
export function belongsToOther({ request, project }: Assignment, path: string, rule: Rule, target?: Dialect): boolean {
  const entry = request.ledger.get(path);
  if (entry === undefined || entry.rules.includes(rule.id)) return false;
  if (target !== undefined && !entry.targets.includes(target.id)) return false;
  return project.rules.some(({ id }) => entry.rules.includes(id));
}

export function getKey(rule: Rule, target: Dialect): string {
  return `${target.id} ${rule.id}`;
}
