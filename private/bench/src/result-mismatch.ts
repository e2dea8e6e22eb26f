/** Precept and the baseline gave different answers, so their times cannot be compared. */
export class ResultMismatch extends Error {
  override readonly name = "ResultMismatch";
}

/** @throws ResultMismatch that names the members that only one set has. */
export function assertSameMembers(what: string, precept: ReadonlySet<string>, baseline: ReadonlySet<string>): void {
  const onlyPrecept = [...precept].filter((member) => !baseline.has(member));
  const onlyBaseline = [...baseline].filter((member) => !precept.has(member));
  if (onlyPrecept.length === 0 && onlyBaseline.length === 0) return;
  throw new ResultMismatch(
    `${what}: ${onlyPrecept.length} only in Precept's answer (${onlyPrecept.slice(0, 3).join(", ")}), ` +
      `${onlyBaseline.length} only in the baseline's (${onlyBaseline.slice(0, 3).join(", ")}).`,
  );
}
