import type { Diagnostic } from "../model/diagnostic.ts";
import { applyEdits, editsOverlap, type TextEdit } from "../text/text-edit.ts";

/** How often a text is looked at again: a fix may bring to light what it hid. */
const maxRounds = 10;

export interface FixOptions {
  /** Whether fixes that somebody should look at are applied as well. Default false. */
  readonly unsafe?: boolean | undefined;
}

export interface FixedText {
  readonly text: string;
  /** What was put right, in the order in which it was. */
  readonly fixed: readonly Diagnostic[];
  /** What is wrong with the text as it is now. */
  readonly left: readonly Diagnostic[];
}

/**
 * Applies the fixes of what is wrong with a text, looks again, and goes on until there is nothing left that can be fixed. Where two fixes overlap,
 * the one that comes first is applied, and the other has its turn in the next round if it is still wanted.
 *
 * @param check what is wrong with a text.
 */
export function fixText(
  text: string,
  check: (text: string) => readonly Diagnostic[],
  { unsafe = false }: FixOptions = {},
): FixedText {
  const fixed: Diagnostic[] = [];
  let current = text;
  let left = check(current);
  for (let round = 0; round < maxRounds; round += 1) {
    const chosen = chooseFixes(left, unsafe);
    if (chosen.length === 0) break;
    current = applyEdits(
      current,
      chosen.flatMap(({ fix }) => fix?.edits ?? []),
    );
    fixed.push(...chosen);
    left = check(current);
  }
  return { text: current, fixed, left };
}

/** The diagnostics whose fixes can be applied together, the first of those that can't. */
function chooseFixes(diagnostics: readonly Diagnostic[], unsafe: boolean): readonly Diagnostic[] {
  const taken: TextEdit[] = [];
  return diagnostics
    .filter(({ fix }) => fix !== undefined && fix.edits.length > 0 && (fix.safe || unsafe))
    .toSorted((left, right) => firstOf(left) - firstOf(right))
    .filter(({ fix }) => {
      const edits = fix?.edits ?? [];
      if (edits.some((edit) => taken.some((other) => editsOverlap(edit, other)))) return false;
      taken.push(...edits);
      return true;
    });
}

function firstOf({ fix }: Diagnostic): number {
  return Math.min(...(fix?.edits ?? []).map(({ start }) => start));
}
