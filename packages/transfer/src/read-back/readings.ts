import type { FidelityNote, Rule } from "@precept/core";
import {
  dialectIds,
  findSkillHost,
  findToolReads,
  getSkillFolder,
  isSkillFile,
  isWithin,
  type Dialect,
  type ParsableRead,
} from "@precept/mdc-compat";
import { hasOwnConditions } from "../ledger/restore-file-fields.ts";
import { changesMeaning } from "../print/rule-output.ts";
import { isFor } from "../select/tools.ts";
import { findReadNotes, type RuleFile, type RuleFiles } from "./rule-files.ts";
import { findRead, isReadAlways, type TargetReads } from "./target-reads.ts";

/** A rule that is not exported to a target, or not completely, with the reasons. */
export interface RuleReport {
  readonly rule: Rule;
  readonly target: Dialect;
  readonly notes: readonly FidelityNote[];
}

/** A rule that a target reads in one or several files. */
export interface RuleReading {
  readonly rule: Rule;
  readonly target: Dialect;
  /** Relative to the project. */
  readonly paths: readonly string[];
  /** When the target reads all of them, such as "only in VS Code". Default: in every session. */
  readonly condition?: string;
}

/** A rule that a target reads in a file where it differs from the rule. */
export interface FileReport extends RuleReport {
  readonly path: string;
}

export interface Reading {
  readonly target: Dialect;
  readonly reads: TargetReads;
}

/**
 * Lists the rules that a target reads several times for the same files of the project: in every session, else under a
 * condition such as "only in VS Code".
 */
export function findReadTwice(
  rules: readonly Rule[],
  readings: readonly Reading[],
  ruleFiles: RuleFiles,
): readonly RuleReading[] {
  return readings.flatMap(({ target, reads }) =>
    rules.flatMap((rule): readonly RuleReading[] => {
      if (!isFor(rule, target)) return [];
      const files = ruleFiles.for(rule, target).filter(({ path }) => reads.has(path));
      if (files.length < 2) return [];
      const found = withoutRepeated(target, files).flatMap(({ path }) => reads.get(path) ?? []);
      const always = found.filter((read) => isReadAlways(read, target));
      const paths = listTogether(always);
      if (paths.length > 1) return [{ rule, target, paths }];
      const conditions = new Set(found.flatMap((read) => (always.includes(read) ? [] : (read.reason ?? []))));
      return [...conditions].flatMap((condition): readonly RuleReading[] => {
        const under = listTogether([...always, ...found.filter(({ reason }) => reason === condition)]);
        return under.length > 1 ? [{ rule, target, paths: under, condition }] : [];
      });
    }),
  );
}

/** Returns the paths of the files that a tool reads for a directory for which it also reads another one. */
function listTogether(reads: readonly ParsableRead[]): readonly string[] {
  const together = reads.filter((one) => reads.some((other) => other !== one && !isApart(one.base, other.base)));
  return together.map(({ path }) => path);
}

/** Removes links and skills that the tool reads only once, because it reads the file, another link, or the name, too. */
function withoutRepeated({ id }: Dialect, files: readonly RuleFile[]): readonly RuleFile[] {
  if (!dialectIds.includes(id)) return files;
  const { readsLinksOnce } = findToolReads(id);
  const isOneOfName = findSkillHost(id)?.oneOfName === true;
  const names = new Set<string>();
  const linked = new Set(files.flatMap(({ path, linkTo }) => (linkTo === undefined ? [path] : [])));
  return files.filter(({ path, linkTo }) => {
    if (readsLinksOnce && linkTo !== undefined) {
      if (linked.has(linkTo)) return false;
      linked.add(linkTo);
    }
    if (!isOneOfName || !isSkillFile(path)) return true;
    const name = getSkillFolder(path);
    const isFirst = !names.has(name);
    names.add(name);
    return isFirst;
  });
}

function isApart(left: string, right: string): boolean {
  return !isWithin(left, right) && !isWithin(right, left);
}

/**
 * Lists the rules that a tool reads in a file of this export where they mean something else: another tool's file in
 * which the rule applies in other cases, a shared file although the rule is not for the tool, or a file with its own
 * conditions if the tool reads no other.
 *
 * @param writers the tools that the files of the export are written for, by path.
 */
export function findReadDifferently(
  rules: readonly Rule[],
  readings: readonly Reading[],
  ruleFiles: RuleFiles,
  writers: ReadonlyMap<string, readonly Dialect[]>,
): readonly FileReport[] {
  return readings.flatMap(({ target, reads }) =>
    rules.flatMap((rule) => {
      const files = ruleFiles.for(rule, target).filter((file) => findRead(reads, file) !== undefined);
      const findDifferences = (file: RuleFile, own: readonly Dialect[]): readonly FidelityNote[] => {
        const isOwn = own.includes(target);
        // What a tool's own file loses is reported where it is written.
        if (isOwn && file.ownConditions !== true && isFor(rule, target)) return [];
        if (!isFor(rule, target)) return [describeForeign(target)];
        return findReadNotes(file, reads).filter((note) =>
          note === hasOwnConditions ? !files.some((one) => isExactFor(one, { target, reads })) : changesMeaning(note) && !isOwn,
        );
      };
      return files.flatMap((file) => {
        const own = writers.get(file.path);
        const notes = own === undefined ? [] : findDifferences(file, own);
        return notes.length === 0 ? [] : [{ rule, target, notes, path: file.path }];
      });
    }),
  );
}

/** Whether a tool reads the rule of a file in the cases that the rule says. */
function isExactFor(file: RuleFile, { target, reads }: Reading): boolean {
  const read = findRead(reads, file);
  return read !== undefined && isReadAlways(read, target) && !findReadNotes(file, reads).some(changesMeaning);
}

/** Lists the files of other tools that a target reads too, and that no longer have the text of their rule. */
export function findOutdated(readings: readonly Reading[], { outdated }: RuleFiles): readonly FileReport[] {
  return readings.flatMap(({ target, reads }) =>
    outdated.flatMap(({ path, rule }) => (reads.has(path) ? [{ rule, target, notes: [describeOutdated], path }] : [])),
  );
}

const describeOutdated: FidelityNote = {
  field: "content",
  kind: "meaning",
  message: "It has another text than the rule. Import its edits, or export to its tool too.",
};

function describeForeign({ title }: Dialect): FidelityNote {
  return { field: "targets", kind: "meaning", message: `The \`targets\` of the rule do not include ${title}.` };
}
