import type { FidelityNote, Rule } from "@precept/core";
import { type Dialect, isWithin } from "@precept/mdc-compat";
import type { RuleFiles } from "./rule-files.ts";
import type { FileReport, RuleReading } from "./reports.ts";
import { isFor } from "../select/is-for.ts";
import { hasOwnConditions } from "../ledger/restore-file-fields.ts";
import { findRead, isReadAlways, type TargetReads } from "./target-reads.ts";

/** The files of a project that a tool reads. */
export interface Reading {
  readonly target: Dialect;
  readonly reads: TargetReads;
}

/** Lists the rules that a target reads several times for the same files of the project. */
export function findReadTwice(
  rules: readonly Rule[],
  readings: readonly Reading[],
  ruleFiles: RuleFiles,
): readonly RuleReading[] {
  return readings.flatMap(({ target, reads }) =>
    rules.flatMap((rule) => {
      const found = ruleFiles.of(rule).flatMap(({ path }) => {
        const read = reads.get(path);
        return read !== undefined && isReadAlways(read, target) ? [read] : [];
      });
      const paths = found
        .filter((one) => found.some((other) => other !== one && !isApart(one.base, other.base)))
        .map(({ path }) => path);
      return isFor(rule, target) && paths.length > 1 ? [{ rule, target, paths }] : [];
    }),
  );
}

/** Whether neither of two directories contains the other. */
function isApart(left: string, right: string): boolean {
  return !isWithin(left, right) && !isWithin(right, left);
}

/**
 * Lists the rules that a tool reads in a file of another one, and that apply in other cases there, or in a file that both share, and that are not meant
 * for it; and those that it reads only in files with conditions of their own.
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
    rules.flatMap((rule) =>
      ruleFiles.of(rule).flatMap((file) => {
        const { path } = file;
        const own = writers.get(path);
        if (own === undefined || findRead(reads, file) === undefined) return [];
        const isOwn = own.includes(target);
        const isRelevant = (note: FidelityNote): boolean =>
          note === hasOwnConditions ? !isServed(rule, target, reads) : note.kind === "meaning" && !isOwn;
        // What a tool's own file loses is reported where it is written.
        if (isOwn && file.ownConditions !== true && isFor(rule, target)) return [];
        const notes = isFor(rule, target) ? ruleFiles.findNotes(rule, file, reads).filter(isRelevant) : [describeForeign(target)];
        return notes.length === 0 ? [] : [{ rule, target, notes, path }];
      }),
    ),
  );

  /** Whether a tool reads a rule in the cases that the rule says. */
  function isServed(rule: Rule, target: Dialect, reads: TargetReads): boolean {
    return ruleFiles.of(rule).some((file) => {
      const read = findRead(reads, file);
      const notes = ruleFiles.findNotes(rule, file, reads);
      return read !== undefined && isReadAlways(read, target) && notes.every(({ kind }) => kind !== "meaning");
    });
  }
}

/** Lists the exported files of other tools that a target reads too, and that do not have the text of their rule, because the export does not write them. */
export function findOutdated(readings: readonly Reading[], ruleFiles: RuleFiles): readonly FileReport[] {
  return readings.flatMap(({ target, reads }) =>
    ruleFiles
      .outdated()
      .flatMap(({ path, rule }) => (reads.has(path) ? [{ rule, target, notes: [describeOutdated], path }] : [])),
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
