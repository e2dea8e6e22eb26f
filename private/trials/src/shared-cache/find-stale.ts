import { recheckMs, type ReaderReport, type Writing } from "./report.ts";

/** How much later than allowed an answer may be because of the clock, in milliseconds. */
const clockMs = 20;

/** The answers of processes that lack a write which another process had acknowledged long enough before the request. */
export function findStale(reports: readonly ReaderReport[]): readonly string[] {
  const writes = Map.groupBy(
    reports.flatMap(({ writings }) => writings),
    ({ id }) => id,
  );
  return reports.flatMap(({ readings, failures }, at) => {
    const late = readings.flatMap(({ id, revision, lastStartedAt }) => {
      const isMissed = (write: Writing): boolean =>
        write.revision > revision && lastStartedAt > write.acknowledgedAt + recheckMs + clockMs;
      const missed = (writes.get(id) ?? []).find(isMissed);
      if (missed === undefined) return [];
      const age = lastStartedAt - missed.acknowledgedAt;
      return [`${id} is ${revision}, ${age} ms after ${missed.revision} was acknowledged`];
    });
    return [...failures, ...late].map((failure) => `process ${at + 1}: ${failure}`);
  });
}
