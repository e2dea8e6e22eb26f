import type { RuleFilter, Tenant } from "@precept/core";
import type { Decisions } from "./network.ts";

/** The owners of rules in a history. */
const owners: readonly Tenant[] = [{}, { projectId: "shop" }, { projectId: "blog" }, { projectId: "shop", userId: "ann" }];

/** The ids of rules in a history. Few, so that clients change the same ones. */
export const ruleIds = ["a", "b", "c", "d"] as const;

/** What a client does. */
export type Operation =
  | { readonly kind: "save" | "replace"; readonly id: string; readonly owner: Tenant }
  | { readonly kind: "delete"; readonly id: string }
  | { readonly kind: "apply" | "writeMany"; readonly saved: string; readonly deleted: string; readonly owner: Tenant }
  | { readonly kind: "list"; readonly filter: RuleFilter; readonly bypassCache: boolean }
  /** Reads from the store, either a listing or the rule with an id, and then from the cache. */
  | { readonly kind: "readTwice"; readonly tenant: Tenant; readonly first: RuleFilter | string }
  | { readonly kind: "get"; readonly id: string; readonly tenant: Tenant | undefined; readonly bypassCache: boolean };

/** What happens outside of the clients. */
export type Incident =
  | { readonly kind: "time"; readonly ms: number }
  | { readonly kind: "down" | "up" | "reset" | "state" }
  | { readonly kind: "wait" };

/** The filters of complete readings, for the comparison at the end. */
export const allFilters: readonly RuleFilter[] = owners.flatMap((tenant) => [{ tenant }, { owner: tenant }]);

export function pickOperation(decisions: Decisions): Operation {
  const pick = <Value>(values: readonly Value[]): Value => values[decisions.below(values.length)] as Value;
  const bypassCache = decisions.chance(0.1);
  switch (decisions.below(12)) {
    case 0:
      return { kind: "save", id: pick(ruleIds), owner: pick(owners) };
    case 1:
      return { kind: "replace", id: pick(ruleIds), owner: pick(owners) };
    case 2:
      return { kind: "delete", id: pick(ruleIds) };
    case 3:
      return { kind: pick(["apply", "writeMany"]), saved: pick(ruleIds), deleted: pick(ruleIds), owner: pick(owners) };
    case 4:
    case 5:
      return { kind: "get", id: pick(ruleIds), tenant: decisions.chance(0.8) ? pick(owners) : undefined, bypassCache };
    case 6:
      return { kind: "list", filter: {}, bypassCache };
    case 7: {
      const tenant = pick(owners);
      return { kind: "readTwice", tenant, first: pick([{}, { tenant }, pick(ruleIds), pick(ruleIds)]) };
    }
    default:
      return { kind: "list", filter: pick(allFilters), bypassCache };
  }
}

export function pickIncident(decisions: Decisions): Incident {
  const kinds = ["time", "time", "time", "down", "up", "up", "up", "up", "reset", "reset", "state", "wait", "wait"] as const;
  const kind = kinds[decisions.below(kinds.length)] ?? "wait";
  return kind === "time" ? { kind, ms: decisions.below(40_000) } : { kind };
}
