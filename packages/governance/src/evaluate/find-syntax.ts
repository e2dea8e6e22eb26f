import type { Subject } from "../model/subject.ts";
import { codeOf } from "../syntax/code-of.ts";
import type { PreparedSyntax } from "../prepare/prepared-block.ts";
import type { PatternRunner, SyntaxMatch, SyntaxOutcome } from "./pattern-runner.ts";

const unavailable: SyntaxOutcome = { kind: "unavailable", reason: "nothing here parses code" };
const nothing: SyntaxOutcome = { kind: "matches", matches: [], isCut: false };

/** The limit of matches before `where` is applied, which most of them may not meet. */
const maxMatches = 10_000;

/** Searches the code of a subject for a syntax condition, and keeps the matches that meet `where`. */
export function findSyntax(
  { condition, where }: PreparedSyntax,
  subject: Subject,
  runner: PatternRunner,
  limit: number,
): SyntaxOutcome {
  const code = codeOf(subject, condition.languages);
  if (code === undefined) return nothing;
  const outcome = runner.findSyntax?.(condition, code, where.length > 0 ? maxMatches : limit) ?? unavailable;
  if (outcome.kind !== "matches") return outcome;
  const selected = selectMatches(outcome, where, runner, limit);
  const { errorLine } = outcome;
  const isEmpty = selected.kind === "matches" && selected.matches.length === 0;
  // A part of a file is rarely complete code.
  if (!isEmpty || errorLine === undefined || subject.file === undefined || subject.fragment === true) return selected;
  return { kind: "indeterminate", reason: `the code has a syntax error in line ${errorLine}` };
}

/** Keeps the matches of which all metavariables meet `where`. */
function selectMatches(
  outcome: Extract<SyntaxOutcome, { kind: "matches" }>,
  where: PreparedSyntax["where"],
  runner: PatternRunner,
  limit: number,
): SyntaxOutcome {
  if (where.length === 0) return outcome;
  // Equal names are frequent, and an expression runs once for each.
  const known = new Map<string, boolean | undefined>();
  const meets = (match: SyntaxMatch): boolean | undefined => {
    let isUnknown = false;
    for (const { name, pattern } of where) {
      const text = match.names[name] ?? "";
      const key = `${name} ${text}`;
      if (!known.has(key)) {
        const [result] = runner.run([pattern], text, 1);
        known.set(key, result?.kind === "matches" ? result.matches.length > 0 : undefined);
      }
      const holds = known.get(key);
      if (holds === false) return false;
      isUnknown ||= holds === undefined;
    }
    return isUnknown ? undefined : true;
  };
  const results = outcome.matches.map((match) => [match, meets(match)] as const);
  const matches = results.flatMap(([match, holds]) => (holds === true ? [match] : []));
  if (matches.length === 0 && results.some(([, holds]) => holds === undefined)) {
    return { kind: "indeterminate", reason: "an expression of `where` timed out" };
  }
  if (matches.length === 0 && outcome.isCut) {
    return {
      kind: "indeterminate",
      reason: `its first ${outcome.matches.length} matches do not meet \`where\`, and there are more`,
    };
  }
  return { ...outcome, matches: matches.slice(0, limit), isCut: outcome.isCut || matches.length > limit };
}
