import type { ProjectRoutes, RouteOutput } from "@precept/contract";
import type { ReviewDecision } from "@precept/contract/values";

export type ReviewItem = RouteOutput<ProjectRoutes["listReview"]>["items"][number];

/** Lists what can be decided about a rule, as the command does. */
export function decisionsFor({ similar }: ReviewItem): readonly ReviewDecision[] {
  return ["accept", "edit", ...(similar.length > 0 ? (["merge"] as const) : []), "reject"];
}
