import { lineLiterals, runPattern, type PatternMatch, type PatternOutcome, type PatternSource } from "@precept/governance";

/** A pattern compiled for V8. */
export interface FastProgram {
  /** Has no time limit: call it within a time budget. */
  run(text: string, limit: number): PatternOutcome;
}

/** The maximum length of a text that is searched as a whole: finding the literals of a pattern takes longer. */
const maxShortText = 4096;

/** Compiles a pattern for V8. In a long text it only runs on lines with a literal that every match contains. */
export function compileFast(pattern: PatternSource, shortText: number = maxShortText): FastProgram {
  let lines: { readonly literals: RegExp | undefined } | undefined;
  return {
    run(text, limit) {
      if (text.length <= shortText) return runPattern(pattern, text, limit);
      const { literals } = (lines ??= { literals: findLineLiterals(pattern) });
      return literals === undefined ? runPattern(pattern, text, limit) : runOnLines(pattern, literals, text, limit);
    },
  };
}

function findLineLiterals({ source, flags }: PatternSource): RegExp | undefined {
  const literals = lineLiterals(source, flags);
  return literals && new RegExp(literals.map(escapeLiteral).join("|"), "gi");
}

function runOnLines(pattern: PatternSource, literals: RegExp, text: string, limit: number): PatternOutcome {
  const matches: PatternMatch[] = [];
  literals.lastIndex = 0;
  for (let hit = literals.exec(text); hit !== null; hit = literals.exec(text)) {
    const start = text.lastIndexOf("\n", hit.index) + 1;
    const nextEnd = text.indexOf("\n", hit.index);
    const end = nextEnd < 0 ? text.length : nextEnd;
    const outcome = runPattern(pattern, text.slice(start, end), limit - matches.length);
    if (outcome.kind !== "matches") return outcome;
    for (const match of outcome.matches) matches.push({ ...match, index: start + match.index });
    if (outcome.isCut) return { kind: "matches", matches, isCut: true };
    literals.lastIndex = end;
  }
  return { kind: "matches", matches, isCut: false };
}

function escapeLiteral(literal: string): string {
  return literal.replaceAll(/[\\^$.*+?()[\]{}|/-]/g, String.raw`\$&`);
}
