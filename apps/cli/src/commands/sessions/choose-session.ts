import { PreceptError } from "@precept/core";
import { readNewestSessions, readSession, type SessionRecords } from "@precept/evidence";

/** All that a project keeps. */
const all = Number.POSITIVE_INFINITY;

/** Returns a session by the beginning of its id, or the one that changed last. @throws PreceptError `SESSION_UNKNOWN`, `SESSION_AMBIGUOUS` */
export function chooseSession(root: string, id: string | undefined): SessionRecords {
  const exact = id === undefined ? undefined : readSession(root, id);
  if (exact !== undefined && exact.records.length > 0) return exact;
  const { sessions } = readNewestSessions(root, id === undefined ? 1 : all);
  const found = sessions.filter(({ session }) => session.startsWith(id ?? ""));
  const [first, second] = found;
  if (id === undefined && first === undefined) throw new PreceptError("SESSIONS_MISSING", { before: undefined });
  if (first === undefined) throw new PreceptError("SESSION_UNKNOWN", { session: id ?? "" });
  if (second === undefined) return first;
  throw new PreceptError("SESSION_AMBIGUOUS", { session: id ?? "", sessions: found.map(({ session }) => session) });
}

/** Returns the session with the last record before a time. @throws PreceptError `SESSIONS_MISSING` */
export function sessionBefore(root: string, at: string): SessionRecords {
  const { sessions } = readNewestSessions(root, all);
  const started = sessions.flatMap((session) => {
    const last = session.records.findLast((record) => record.at <= at);
    return last === undefined ? [] : [{ session, last: last.at }];
  });
  const [newest] = started.toSorted((left, right) => (left.last < right.last ? 1 : -1));
  if (newest === undefined) throw new PreceptError("SESSIONS_MISSING", { before: at });
  return newest.session;
}
