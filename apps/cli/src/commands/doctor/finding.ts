import type { ProgressListener } from "@precept/core";
import type { Workspace } from "@precept/workspace";

export interface Finding {
  readonly level: "ok" | "warn" | "fail";
  /** The part of the project that was checked. */
  readonly what: string;
  readonly found: string;
  /** How to fix it. */
  readonly fix?: string;
}

/** Checks one part of a project. */
export type Check = (workspace: Workspace, onProgress: ProgressListener) => Promise<Finding>;
