import type { Readiness } from "@precept/contract";
import { describeStoreError } from "@precept/core";
import { messageOf } from "@precept/files";
import type { ProjectState } from "./projects.ts";

type Kind = Readiness["problems"][number]["kind"];

export interface ReadinessOptions {
  readonly isStopping: boolean;
  /** Whether the answer names projects and reasons. */
  readonly isDetailed: boolean;
}

interface Found {
  readonly kind: Kind;
  readonly project?: string;
  readonly reason?: string;
}

/** Describes whether the server is ready. While one project works, failed ones do not take it out of service. */
export function readinessOf(states: readonly ProjectState[], { isStopping, isDetailed }: ReadinessOptions): Readiness {
  const found: Found[] = [...(isStopping ? [{ kind: "stopping" as const }] : []), ...states.flatMap(problemsOf)];
  const used = states.filter(({ status }) => status !== "closed");
  const noneWorks = used.length > 0 && used.every(({ status }) => status === "failed");
  const kinds = [...new Set(found.map(({ kind }) => kind))];
  return {
    status: isStopping || noneWorks ? "not_ready" : found.length > 0 ? "degraded" : "ready",
    problems: kinds.map((kind) => {
      const same = found.filter((one) => one.kind === kind);
      const details = { projects: unique(same.map(({ project }) => project)), reasons: unique(same.map(({ reason }) => reason)) };
      return { kind, count: same.length, ...(isDetailed && kind !== "stopping" && details) };
    }),
  };
}

function problemsOf({ id, status, error, project }: ProjectState): Found[] {
  if (status === "failed") return [{ kind: "project_failed", project: id, reason: messageOf(error) }];
  const reports = project?.workspace.rulebook.stores() ?? [];
  const cache = project?.workspace.cache?.state();
  return [
    ...reports.map((report): Found => ({
      kind: report.status === "failed" ? "store_failed" : "store_stale",
      project: id,
      reason: describeStoreError(report),
    })),
    ...(cache?.status === "failed" ? [{ kind: "cache_failed" as const, project: id, reason: messageOf(cache.error) }] : []),
  ];
}

function unique(values: readonly (string | undefined)[]): string[] {
  return [...new Set(values.filter((value) => value !== undefined))];
}
