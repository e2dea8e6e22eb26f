/** The two sides of a bench disagree: whatever their times are, they mean nothing. */
export class DifferentAnswers extends Error {
  override readonly name = "DifferentAnswers";
}

/** @throws DifferentAnswers naming what only one side has. */
export function requireSameMembers(what: string, ours: ReadonlySet<string>, opponent: ReadonlySet<string>): void {
  const onlyOurs = [...ours].filter((member) => !opponent.has(member));
  const onlyTheirs = [...opponent].filter((member) => !ours.has(member));
  if (onlyOurs.length === 0 && onlyTheirs.length === 0) return;
  throw new DifferentAnswers(
    `${what}: ${onlyOurs.length} only in ours (${onlyOurs.slice(0, 3).join(", ")}), ` +
      `${onlyTheirs.length} only in the opponent's answer (${onlyTheirs.slice(0, 3).join(", ")}).`,
  );
}
