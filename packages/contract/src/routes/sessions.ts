import { z } from "zod";
import { defineRoute, objectAnswer } from "../route.ts";
import { wireDiagnostic } from "../schemas/diagnostic.ts";
import { sessionRecord } from "../schemas/session-records.ts";
import { count, textOrNull, texts } from "../wire-parts.ts";

const read = { method: "get", tag: "Sessions", role: "admin", isRepeatable: true } as const;

const summary = z.object({
  session: z.string(),
  parent: textOrNull.describe("The session that this one continues a copy of."),
  agents: texts,
  first: z.string().describe("When the first record was written, ISO 8601."),
  last: z.string().describe("When the last record was written, ISO 8601."),
  prompts: count,
  compactions: count,
  subagents: count,
  rules: count.describe("How many different rules were delivered."),
  deliveries: count.describe("How often the text of a rule was delivered."),
  tokens: count.describe("The tokens of the delivered texts."),
  changed_files: count,
  commands: count,
  answers: count,
  denied: count.describe("How many actions policies denied."),
  asked: count.describe("How many actions policies asked a person about."),
  gaps: count,
  is_cut: z.boolean().describe("Whether the record has a limit of size that it reached."),
  unreadable_lines: count,
});

const share = z.object({ of: count, count, low: z.number(), high: z.number() });

/** What agents received and did. */
export const sessionRoutes = {
  listSessions: defineRoute({
    ...read,
    path: "/sessions",
    summary: "List the sessions of agents",
    description: "Sessions of all users that were recorded on the machine of the server.",
    query: z.object({
      limit: z.coerce.number().int().min(1).max(1000).default(50).describe("The maximum number of sessions."),
    }),
    answer: objectAnswer("The sessions, newest first.", { sessions: z.array(summary), total: count }),
  }),
  getSessionTimeline: defineRoute({
    ...read,
    path: "/sessions/{session}",
    summary: "Get what happened in a session",
    params: z.object({ session: z.string().min(1).describe("The id of the session.") }),
    answer: objectAnswer("The session.", {
      session: summary,
      records: z.array(sessionRecord).describe("Oldest first."),
      gaps: z
        .array(
          z.object({
            kind: z.string(),
            at: z.string(),
            subagent: textOrNull,
            rules: texts,
            file: textOrNull,
            detail: z.string(),
          }),
        )
        .describe("What went wrong with the rules of the session."),
    }),
    errors: [404],
  }),
  listAdherence: defineRoute({
    ...read,
    path: "/adherence",
    summary: "List how agents followed rules",
    description: "Counts occasions to follow the rules that have `checks`, in all recorded sessions.",
    answer: objectAnswer("The rules, those that were followed least first.", {
      sessions: count.describe("The number of recorded sessions."),
      unchecked_rules: count.describe("The number of rules without `checks`."),
      rules: z.array(
        z.object({
          id: z.string(),
          name: z.string(),
          given: count.describe("In how many sessions the rule was delivered."),
          broken: count.describe("In how many sessions it was broken."),
          mended: count.describe("In how many of those all files were later changed to follow it."),
          days: z
            .array(z.object({ day: z.string().describe("`2026-11-28`, in UTC."), followed: share }))
            .describe("The same for the sessions that began on each day with an occasion, oldest first."),
          followed: share.describe("Of the occasions, how many followed it, with the limits of a 95 % interval."),
          breaches: z
            .array(
              z.object({
                at: z.string(),
                session: z.string(),
                agent: z.string(),
                policy: z.string(),
                file: textOrNull,
                mended: z.boolean(),
              }),
            )
            .describe("Oldest first."),
          tokens: count.describe("What delivering it cost."),
        }),
      ),
      diagnostics: z.array(wireDiagnostic),
    }),
    errors: [503],
  }),
} as const;
