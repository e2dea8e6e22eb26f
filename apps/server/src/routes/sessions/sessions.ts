import { PreceptError, toWireDiagnostic } from "@precept/core";
import {
  adherenceOf,
  gapsIn,
  readNewestSessions,
  readSession,
  summarize,
  timelineOf,
  type RuleAdherence,
  type SessionSummary,
} from "@precept/evidence";
import { readCheckedRules } from "@precept/workspace/checked-rules";
import type { Handlers } from "../handler.ts";

export const sessionHandlers = {
  listSessions: async ({ query }, { project }) => {
    const { sessions, total } = readNewestSessions(project.workspace.root, query.limit);
    return { body: { sessions: sessions.map((one) => toWireSummary(summarize(one))), total } };
  },
  getSessionTimeline: async ({ params: { session: id } }, { project }) => {
    const session = readSession(project.workspace.root, id);
    if (session === undefined) throw new PreceptError("SESSION_UNKNOWN", { session: id });
    return {
      body: {
        session: toWireSummary(summarize(session)),
        records: session.records,
        gaps: gapsIn(timelineOf(session.records)).map(({ file = null, ...gap }) => ({ ...gap, file })),
      },
    };
  },
  listAdherence: async (_input, { project: { workspace } }) => {
    const all = await workspace.list();
    const checked = all.filter((rule) => rule.checks.length > 0);
    const { sessions } = readNewestSessions(workspace.root, Number.POSITIVE_INFINITY);
    const read = await readCheckedRules(workspace, checked, sessions);
    return {
      body: {
        sessions: sessions.length,
        unchecked_rules: all.length - checked.length,
        rules: adherenceOf(sessions, read.rules).map(toWireAdherence),
        diagnostics: read.diagnostics.map(toWireDiagnostic),
      },
    };
  },
} satisfies Partial<Handlers>;

function toWireSummary({ changedFiles, isCut, unreadable, ...summary }: SessionSummary) {
  return { ...summary, changed_files: changedFiles, is_cut: isCut, unreadable_lines: unreadable };
}

function toWireAdherence({ id, name, sessions, followed, days, breaches, tokens }: RuleAdherence) {
  return {
    id,
    name,
    given: sessions.given,
    broken: sessions.broken,
    mended: sessions.mended,
    followed,
    days: [...days],
    breaches: breaches.map(({ at, session, agent, policy, file, mended }) => ({ at, session, agent, policy, file, mended })),
    tokens,
  };
}
