import type { ProjectRoutes, RouteOutput } from "@precept/contract";
import { readPage, toWireAuditReport, verifyLogsOf, type RecordLog } from "@precept/audit-log";
import { withoutUndefined } from "@precept/core";
import { toInvalidInput } from "../../problems/invalid-input.ts";
import type { Handlers } from "../handler.ts";

type Entry = RouteOutput<ProjectRoutes["listAuditEntries"]>["entries"][number];

const logOfKind = { violations: "violations", soft_hooks: "softHooks", registrations: "registrations" } as const;

export const auditHandlers = {
  listAuditEntries: async ({ query }, { project, signal }) => {
    const { kind, rule_id: ruleId, since, until, limit, before, ...others } = query;
    const logs = await project.workspace.policies.auditLog();
    const filter = {
      ...withoutUndefined({ ...others, ruleId }),
      ...(since !== undefined && { since: new Date(since) }),
      ...(until !== undefined && { until: new Date(until) }),
    };
    const page = await readPage(logs[logOfKind[kind]] as RecordLog<object>, filter, { limit, before, signal });
    if (page === undefined) {
      const detail = "must be the `previous` of an earlier answer with the same filter; the log has no such entry";
      throw toInvalidInput([{ pointer: "?before", detail }]);
    }
    return { body: { entries: page.entries as Entry[], previous: page.previous ?? null } };
  },
  verifyAuditLog: async ({ query }, { project, signal }) => {
    const log = await project.workspace.policies.auditLog();
    const { isIntact, reports } = await verifyLogsOf(log, { signal, ...withoutUndefined({ trusted: query.trusted }) });
    const logs = reports.map(toWireAuditReport).map((report) => ({ ...report, diagnostics: [...report.diagnostics] }));
    return { body: { intact: isIntact, logs } };
  },
} satisfies Partial<Handlers>;
