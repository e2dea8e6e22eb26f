import type { Violation } from "../model/decision.ts";
import type { Phase } from "../model/phase.ts";
import type { Policy } from "../model/policy.ts";
import type { SubjectKind } from "../model/subject.ts";
import { defaultTables, effectivePriorityOf, type GovernanceTables } from "../model/tables.ts";
import type { TextHash } from "./fingerprint.ts";
import { ViolationMaker } from "./violation.ts";

/** Where somebody saw a violation, as far as they can tell. */
export interface ReportedPlace {
  readonly file?: string;
  readonly line?: number;
  readonly column?: number;
  readonly kind?: SubjectKind;
  /** What stands there. */
  readonly text?: string;
}

export interface ReportOptions {
  /** For the fingerprint. */
  readonly hash: TextHash;
  readonly phase?: Phase;
  readonly tables?: GovernanceTables;
}

/** A violation that a person, an agent or another program has found: the way for policies that have nothing to look for. */
export function reportViolation(
  policy: Policy,
  place: ReportedPlace,
  { hash, phase, tables = defaultTables }: ReportOptions,
): Violation {
  const { text = "", line = 1, column = 1, ...where } = place;
  const maker = new ViolationMaker({ text, ...where }, phase, hash);
  const found = maker.fromMatch(policy, effectivePriorityOf(policy, tables, phase), { index: 0, text, groups: {} });
  const shift = line - found.line;
  return {
    ...found,
    line,
    column,
    endLine: found.endLine + shift,
    endColumn: found.endLine === found.line ? found.endColumn + column - 1 : found.endColumn,
  };
}
