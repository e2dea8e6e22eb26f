import type { ProjectRoutes, RouteOutput } from "@precept/api";
import { toWireAuditReport, verifyLogsOf, type EntryFilter, type RecordLog } from "@precept/audit-log";
import { PreceptError } from "@precept/core";
import type { Handler } from "../handler.ts";

type Entry = RouteOutput<ProjectRoutes["listAuditEntries"]>["entries"][number];

const logOfKind = { violations: "violations", soft_hooks: "softHooks", registrations: "registrations" } as const;

export const listAuditEntries: Handler<ProjectRoutes["listAuditEntries"]> = async ({ query }, { project, signal }) => {
  const { kind, rule_id: ruleId, since, until, limit, before, ...others } = query;
  const logs = await project.workspace.policies.auditLog();
  const filter = {
    ...Object.fromEntries(Object.entries(others).filter(([, value]) => value !== undefined)),
    ...(ruleId !== undefined && { ruleId }),
    ...(since !== undefined && { since: new Date(since) }),
    ...(until !== undefined && { until: new Date(until) }),
  };
  const log = logs[logOfKind[kind]] as RecordLog<object>;
  // One more entry shows whether there are older ones.
  const found = await readBefore(log, filter, limit + 1, before, signal);
  const entries = found.slice(-limit);
  return { body: { entries, previous: found.length > limit ? (entries[0]?.log_id ?? null) : null } };
};

export const verifyAuditLog: Handler<ProjectRoutes["verifyAuditLog"]> = async ({ query }, { project, signal }) => {
  const { trusted } = query;
  const log = await project.workspace.policies.auditLog();
  const { isIntact, reports } = await verifyLogsOf(log, { signal, ...(trusted !== undefined && { trusted }) });
  return {
    body: {
      intact: isIntact,
      logs: reports.map(toWireAuditReport).map((report) => ({ ...report, diagnostics: [...report.diagnostics] })),
    },
  };
};

/**
 * Returns the last entries that match, oldest first.
 *
 * @param before the id of an entry that matches. Default: all entries.
 */
async function readBefore(
  log: RecordLog<object>,
  filter: EntryFilter,
  count: number,
  before: string | undefined,
  signal: AbortSignal,
): Promise<Entry[]> {
  if (before === undefined && Object.keys(filter).length === 0) return [...((await log.tail(count)) as readonly Entry[])];
  const last: Entry[] = [];
  let isFound = before === undefined;
  for await (const entry of log.list({ ...filter, signal }) as AsyncIterable<Entry>) {
    if (entry.log_id === before) {
      isFound = true;
      break;
    }
    last.push(entry);
    if (last.length >= 2 * count) last.splice(0, last.length - count);
  }
  if (isFound) return last.slice(-count);
  const detail = "must be the `previous` of an earlier answer with the same filter; the log has no such entry";
  throw new PreceptError("REQUEST_INVALID", { reasons: [`?before: ${detail}`], parts: [{ pointer: "?before", detail }] });
}
