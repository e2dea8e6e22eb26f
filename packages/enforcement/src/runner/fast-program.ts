import { lineLiterals, runPattern, type PatternMatch, type PatternOutcome, type PatternSource } from "@precept/governance";

/** A pattern compiled for V8. */
export interface FastProgram {
  /** Has no time limit: call it within a time budget. */
  run(text: string, limit: number): PatternOutcome;
}

/** Compiles a pattern for V8. If every match must contain certain literals, the pattern only runs on lines with one of them. */
export function compileFast(pattern: PatternSource): FastProgram {
  const literals = lineLiterals(pattern.source, pattern.flags);
  if (literals === undefined) return { run: (text, limit) => runPattern(pattern, text, limit) };
  const expression = new RegExp(literals.map(escapeLiteral).join("|"), "gi");
  return { run: (text, limit) => runOnLines(pattern, expression, text, limit) };
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
