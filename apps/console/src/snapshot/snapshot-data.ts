import type { ProjectRoutes, RouteOutput } from "@precept/contract";
import type { ResolveOptions, Rule } from "@precept/core";

/** The data of a snapshot, as the server writes it. */
export interface SnapshotData {
  readonly project: string;
  readonly version: string;
  readonly rules: readonly Rule[];
  readonly settings: Pick<ResolveOptions, "budget" | "order" | "format">;
  readonly budget: RouteOutput<ProjectRoutes["getBudget"]>;
  readonly files: RouteOutput<ProjectRoutes["listFiles"]>;
}
