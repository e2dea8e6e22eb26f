import type { Workspace } from "@precept/workspace";

export interface Finding {
  readonly level: "ok" | "warn" | "fail";
  /** What was looked at. */
  readonly what: string;
  readonly found: string;
  /** What to do about it. */
  readonly fix?: string;
}

/** One thing that is looked at. */
export type Check = (workspace: Workspace) => Promise<Finding>;
