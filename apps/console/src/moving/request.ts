import type { ProjectRoutes, RouteOutput, RouteRequest } from "@precept/contract";
import { transferActions } from "@precept/contract/values";
import { computed } from "@preact/signals";
import { pageLocation } from "../data/location.ts";

export type PlanRequest = RouteRequest<ProjectRoutes["planTransfer"]>["body"];

export type Plan = RouteOutput<ProjectRoutes["planTransfer"]>;

/** The choices that a user can switch on for an action, by their names in requests. */
export const choices = {
  import: { merge: "Make one rule of files with nearly the same text" },
  export: {
    lossy: "Also write rules that a tool cannot express exactly",
    over_limit: "Also write files that are longer than their tools read",
    allow_programs: "Let tools start the programs that files name",
  },
  revert: {},
} as const satisfies Readonly<Record<PlanRequest["action"], Readonly<Partial<Record<keyof PlanRequest, string>>>>>;

/** The action that the address names. */
export const action = computed<PlanRequest["action"]>(() => {
  const named = pageLocation.value.params.get("action");
  return transferActions.find((one) => one === named) ?? "import";
});

/** What the address asks to plan. */
export const planRequest = computed<PlanRequest>(() => {
  const { params } = pageLocation.value;
  const tools = params.getAll("tool");
  const chosen = Object.keys(choices[action.value]).filter((name) => params.get(name) === "true");
  return {
    action: action.value,
    ...(tools.length > 0 && { tools }),
    ...Object.fromEntries(chosen.map((name) => [name, true])),
    ...(action.value === "export" && { force: params.getAll("force") }),
    ...(action.value === "import" && { take: params.getAll("take") }),
  };
});
