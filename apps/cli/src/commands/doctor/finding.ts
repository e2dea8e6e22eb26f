import type { Diagnostic, ProgressListener } from "@precept/core";
import type { Workspace } from "@precept/workspace";

export interface Finding {
  readonly level: "ok" | "warn" | "fail";
  readonly what: string;
  readonly found: string;
  readonly fix?: string;
}

export type Check = (workspace: Workspace, onProgress: ProgressListener) => Promise<Finding>;

export function ok(what: string, found: string): Finding {
  return { level: "ok", what, found };
}

export function warn(what: string, found: string, fix: string): Finding {
  return { level: "warn", what, found, fix };
}

export function fail(what: string, found: string, fix: string): Finding {
  return { level: "fail", what, found, fix };
}

/** A finding about diagnostics: `fail` if one is an error. */
export function problems(what: string, found: string, diagnostics: readonly Diagnostic[], fix: string): Finding {
  return { level: diagnostics.some(({ severity }) => severity === "error") ? "fail" : "warn", what, found, fix };
}
