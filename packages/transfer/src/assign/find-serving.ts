import { measureLength, type Rule } from "@precept/core";
import { findFileImports, type Dialect } from "@precept/mdc-compat";
import { getJoinedPath } from "../print/output-path.ts";
import { changesMeaning } from "../print/rule-output.ts";
import { findReadNotes, type RuleFile } from "../read-back/rule-files.ts";
import { findRead, findTargetReads, isReliable, type TargetReads } from "../read-back/target-reads.ts";
import { resolveImport } from "../references/reference-path.ts";
import { isFor } from "../select/tools.ts";
import type { Assignment, Decision } from "./assignment.ts";
import type { ExportProject } from "./project.ts";
import type { ExportRequest } from "./request.ts";

/**
 * Finds a file in which a target reads a rule although it is not written for the target: in the cases of the rule, else
 * through an import, else in all cases. In the last case, a file of the target could not make it read the rule less
 * often, and would only be a second copy.
 */
export function findServing(assignment: Assignment, rule: Rule, target: Dialect, reads: TargetReads): Decision | undefined {
  const exact = findFileRead(assignment, rule, target, reads);
  if (exact !== undefined) return { readIn: [exact] };
  return findImport(assignment, rule, target) ?? findWiderRead(assignment, rule, target, reads);
}

/** Returns the path of a file with the rule that the target reads, and that is not a file of the target itself. */
function findFileRead(assignment: Assignment, rule: Rule, target: Dialect, reads: TargetReads): string | undefined {
  return listOthers(assignment, rule, target, reads).find((file) => !findReadNotes(file, reads).some(changesMeaning))?.path;
}

/** Finds a file of another tool that the target reads for every request. */
function findWiderRead(assignment: Assignment, rule: Rule, target: Dialect, reads: TargetReads): Decision | undefined {
  const file = listOthers(assignment, rule, target, reads).find((one) => isReadAsAlways(one, reads));
  return file && { readIn: [file.path] };
}

/** Lists the files of other tools in which a target reliably reads the rule. */
function listOthers({ ruleFiles }: Assignment, rule: Rule, target: Dialect, reads: TargetReads): readonly RuleFile[] {
  return ruleFiles.for(rule, target).filter((file) => {
    const read = findRead(reads, file);
    if (read === undefined || !isReliable(read, target) || file.writers?.includes(target.id) === true) return false;
    // Targets with one file for all rules write it together.
    return file.path !== getJoinedPath(target, file.rule) || file.path === rule.origin.path;
  });
}

/** Whether the tool applies the rule of a file to every request, whatever conditions the rule has. */
function isReadAsAlways(file: RuleFile, reads: TargetReads): boolean {
  const read = reads.get(file.path);
  if (read === undefined || (read.base !== "" && !read.everywhere)) return false;
  const { text } = file.codec.print({ ...file.rule, targets: [] });
  return read.codec.parse({ text, path: read.relativePath, file: file.path }).draft?.inclusion === "always";
}

/**
 * Finds the shared files that the target can import to read the rule, such as `AGENTS.md` for `CLAUDE.md`. A rule of
 * several directories has one in each.
 */
function findImport(assignment: Assignment, rule: Rule, target: Dialect): Decision | undefined {
  const { importing } = target;
  if (importing === undefined) return undefined;
  const imports: { readonly path: string; readonly imported: string }[] = [];
  const readIn: string[] = [];
  for (const file of assignment.ruleFiles.of(rule)) {
    const { base } = file.rule.origin;
    const inBase = (name: string): string => (base === undefined ? name : `${base}/${name}`);
    const path = inBase(importing.file);
    if (file.path !== inBase(importing.imported) || file.rule.inclusion !== "always" || file.ownConditions === true) continue;
    const key = `${target.id} ${path}`;
    const isPossible = assignment.importable.get(key) ?? canImport(assignment, target, path, file.path);
    assignment.importable.set(key, isPossible);
    if (isPossible) imports.push({ path, imported: file.path });
    else if (!isImportedByHand(assignment, target, path, file.path)) return undefined;
    readIn.push(file.path);
  }
  return readIn.length === 0 ? undefined : { readIn, imports };
}

/** Whether an export can write a path: nothing is there that a user wrote, or that is for other tools. */
function isFree(path: string, request: ExportRequest, project: ExportProject): boolean {
  const entry = request.ledger.get(path);
  const isOwn =
    entry === undefined
      ? request.readFile?.(path) === undefined && !project.fixedPaths.includes(path)
      : entry.link === undefined &&
        entry.handwritten !== true &&
        entry.targets.every((id) => request.targets.some((one) => one.id === id));
  return isOwn && !project.links.has(path) && request.blocked?.has(path) !== true;
}

/** Whether an export can write a file that imports a shared one, and the target reads the shared file as it is. */
function canImport(assignment: Assignment, target: Dialect, path: string, imported: string): boolean {
  const { request, project, ruleFiles, rulesAt } = assignment;
  if (!isFree(path, request, project)) return false;
  // A file with the rule of a single file is written by hand, and gets no line of Precept.
  if (target.output.kind !== "joined" && rulesAt.has(path.toLowerCase())) return false;
  // Beside the text of a rule, the tool would read the one of before, unless this export writes the file again.
  const isWritten = rulesAt.has(imported.toLowerCase());
  if (!isWritten && ruleFiles.outdated.some((one) => one.path === imported)) return false;
  const rules = ruleFiles.at(imported);
  const ids = new Set(rules.map(({ rule }) => rule.id));
  // Precept itself does not read longer files, and so could not say what the tool reads.
  const length = rules.reduce((sum, { file }) => sum + measureLength(file.rule.content, "bytes"), 0);
  if (length > (target.importing?.format.codec.maxBytes ?? 0)) return false;
  // A text that others join is no longer the one of the user: words that start with @ are written so that no tool replaces them.
  const isRewritten = rules.length > 1 && isWritten;
  return rules.every(
    ({ rule, file }) =>
      isFor(rule, target) &&
      !hasOwnFile(rule, target, imported) &&
      (isRewritten || !changesThroughImport(assignment, file, { target, ids })),
  );
}

/** Whether a file of the target that was written by hand, and that the export keeps, imports the shared one. */
function isImportedByHand({ ruleFiles }: Assignment, { importing }: Dialect, path: string, imported: string): boolean {
  const spec = importing?.format.spec.imports;
  return ruleFiles.at(path).some(({ file: { rule, importers } }) => {
    if (spec === undefined || importers !== undefined) return false;
    return findFileImports(rule.content, spec).some((found) => resolveImport(found.path, path) === imported);
  });
}

/** Whether the target also reads the handwritten file of a rule, which is no native rule. */
function hasOwnFile({ origin: { path, dialect } }: Rule, target: Dialect, imported: string): boolean {
  if (path === undefined || dialect === "precept" || path === imported) return false;
  return findTargetReads(target, [path]).has(path);
}

interface Importer {
  readonly target: Dialect;
  /** The ids of the rules in the imported file. */
  readonly ids: ReadonlySet<string>;
}

/** Whether the importing tool replaces words of the text, which other tools read as they are. */
function changesThroughImport({ request }: Assignment, { rule: { content }, path }: RuleFile, importer: Importer): boolean {
  const imports = importer.target.importing?.format.spec.imports;
  if (imports === undefined || !content.includes("@")) return false;
  return findFileImports(content, imports).some((found) => {
    const target = resolveImport(found.path, path);
    // A tool imports no file into itself.
    if (target === path) return false;
    if (imports.replacesMissing === true || target === undefined) return true;
    // The files of the rules in the shared file are not needed, and can be deleted.
    const isRepeated = request.ledger.get(target)?.rules.every((id) => importer.ids.has(id)) === true;
    return !isRepeated && request.hasFile?.(target) === true;
  });
}
