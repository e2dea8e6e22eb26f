import type { FidelityNote, Rule } from "@precept/core";
import { isSkillFile, type Dialect } from "@precept/mdc-compat";
import { getOutputPath, getStem } from "../print/output-path.ts";
import type { RuleOutput } from "../print/rule-output.ts";
import { writeOutputReferences } from "../print/write-output-references.ts";
import { flattenRule } from "../select/rule-directories.ts";
import { findRuleDirectories, isReservedDirectory, limitToDirectory } from "../select/rule-directories.ts";
import { belongsToOther, type Assignment } from "./assignment.ts";
import type { ExportRequest } from "./request.ts";

/** Returns the files that can hold a rule in the formats of a target: the files of the last export, else a new one. */
export function findOutputs(assignment: Assignment, rule: Rule, target: Dialect): readonly RuleOutput[] {
  const { previous, rulesAt, request } = assignment;
  const before = previous.find(
    rule,
    target,
    (path) =>
      // Each export chooses the directories of skills again: `chooseSkills` prefers the directories of the last one.
      (target.id === "skill" || !isSkillFile(path) || previous.isImported(path)) && !previous.isElsewhere(path, rule, target),
  );
  const isTaken = (path: string): boolean => rulesAt.has(path.toLowerCase()) || belongsToOther(assignment, path, rule, target);
  const outputs = before.length > 0 ? before : [previous.findLinked(rule, target) ?? findNewFile(rule, target, isTaken)];
  return outputs.map((output) => writeOutputReferences(rule, output, target.formats, request));
}

export function findNewFile(rule: Rule, { output }: Dialect, isTaken: (path: string) => boolean): RuleOutput {
  const base = output.nested ? rule.origin.base : undefined;
  const printed = output.nested ? rule : flattenRule(rule);
  const inBase = (path: string): string => (base === undefined ? path : `${base}/${path}`);
  if (output.kind === "joined") return { path: inBase(output.file), codec: output.codec, rule: printed, preserved: {} };
  const stem = output.getStem?.(rule.name) ?? getStem(rule);
  for (let number = 1; ; number += 1) {
    const name = number === 1 ? stem : `${stem}-${number}`;
    const path = inBase(`${output.dir}/${getOutputPath(output, rule, name)}`);
    if (isTaken(path)) continue;
    return { path, codec: output.codec, rule: output.getStem === undefined ? printed : { ...printed, name }, preserved: {} };
  }
}

export interface DirectoryOutputs {
  readonly outputs: readonly RuleOutput[];
  readonly notes: readonly FidelityNote[];
}

/** Returns a file such as `api/AGENTS.md` for each directory of a rule, and a note for each directory left out. */
export function findDirectoryOutputs(
  rule: Rule,
  target: Dialect,
  request: Pick<ExportRequest, "hasDirectory" | "readReference" | "ledger">,
): DirectoryOutputs {
  const { output, formats } = target;
  const directories = output.kind === "joined" && output.nested ? (findRuleDirectories(rule) ?? []) : [];
  const checked = directories.map((directory) => ({ directory, refusal: findRefusal(directory, request.hasDirectory) }));
  const used = checked.filter(({ refusal }) => refusal === undefined);
  const kind = used.length === 0 ? "meaning" : "lost";
  return {
    outputs: used.map(({ directory }) => {
      const path = `${directory}/${output.kind === "joined" ? output.file : ""}`;
      const file = { path, codec: output.codec, rule: limitToDirectory(rule, directory), preserved: {} };
      return writeOutputReferences(rule, file, formats, request);
    }),
    notes: checked.flatMap(({ refusal }) => (refusal === undefined ? [] : [{ field: "globs", kind, message: refusal }])),
  };
}

function findRefusal(directory: string, hasDirectory: ExportRequest["hasDirectory"]): string | undefined {
  if (isReservedDirectory(directory)) return `Tools read rules in ${directory}, so no other file is written there.`;
  return hasDirectory?.(directory) === false ? `The directory ${directory} does not exist, or is a link.` : undefined;
}
