import { minOf, pushAll, type Diagnostic, applyEdits, editsOverlap, type TextEdit } from "@precept/core";

/** The maximum number of rounds. A fix can uncover another problem. */
const maxRounds = 10;

export interface FixOptions {
  /** Whether to apply fixes that need a review, too. Default false. */
  readonly unsafe?: boolean | undefined;
}

export interface FixedText {
  readonly text: string;
  /** The fixed problems, in the order of the fixes. */
  readonly fixed: readonly Diagnostic[];
  /** The remaining problems of the fixed text. */
  readonly left: readonly Diagnostic[];
}

/**
 * Applies the fixes of a text's problems and checks it again, until no problem can be fixed. Of overlapping fixes, the
 * first is applied; the other is applied in the next round if the problem remains.
 *
 * @param check returns the problems of a text.
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
    pushAll(fixed, chosen);
    left = check(current);
  }
  return { text: current, fixed, left };
}

/** The diagnostics whose fixes can be applied together: of overlapping fixes, the first. */
function chooseFixes(diagnostics: readonly Diagnostic[], unsafe: boolean): readonly Diagnostic[] {
  const taken: TextEdit[] = [];
  return diagnostics
    .filter(({ fix }) => fix !== undefined && fix.edits.length > 0 && (fix.safe || unsafe))
    .toSorted((left, right) => firstOf(left) - firstOf(right))
    .filter(({ fix }) => {
      const edits = fix?.edits ?? [];
      if (edits.some((edit) => taken.some((other) => editsOverlap(edit, other)))) return false;
      pushAll(taken, edits);
      return true;
    });
}

function firstOf({ fix }: Diagnostic): number {
  return minOf((fix?.edits ?? []).map(({ start }) => start));
}
