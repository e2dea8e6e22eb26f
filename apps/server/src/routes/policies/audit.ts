import type { ProjectRoutes, RouteOutput } from "@precept/contract";
import { readPage, toWireAuditReport, verifyLogsOf, type RecordLog } from "@precept/audit-log";
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
  const page = await readPage(log, filter, { limit, before, signal });
  if (page === undefined) {
    const detail = "must be the `previous` of an earlier answer with the same filter; the log has no such entry";
    throw new PreceptError("REQUEST_INVALID", { reasons: [`?before: ${detail}`], parts: [{ pointer: "?before", detail }] });
  }
  return { body: { entries: page.entries as Entry[], previous: page.previous ?? null } };
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
