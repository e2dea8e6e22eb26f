import type { ProjectRouteId, Role } from "@precept/api";
import type { TestRequest } from "./test-server.ts";

/** Whose data a request is about: the user's own, another user's, that of all users, or that of all users of the project. */
export const owners = ["own", "other", "global", "project"] as const;

export type Owner = (typeof owners)[number];

/**
 * What a client gets. `served`: an answer, in which the data is. `hidden`: an answer as if the data did not exist: 404, or an answer without it. `forbidden`:
 * 403.
 */
type Outcome = "served" | "hidden" | "forbidden";

/** A request to a route about some data, and what each role gets for the data of each owner. */
export interface AccessRow {
  /** @param name of the data: a rule and the id of a trace. */
  readonly request: (name: string) => TestRequest & { readonly path: string };
  /** Whether the name of the data must be in the answer if it is served. */
  readonly shows: boolean;
  readonly outcomes: Readonly<Record<Owner, Readonly<Record<Role, Outcome>>>>;
}

function all(outcome: Outcome): Readonly<Record<Role, Outcome>> {
  return { reader: outcome, editor: outcome, admin: outcome };
}

/** Every role sees what its user may see, and nothing of other users. */
const visibleData: AccessRow["outcomes"] = {
  own: all("served"),
  other: all("hidden"),
  global: all("served"),
  project: all("served"),
};

/** Admins see the data of all users, too. */
const visibleToAdmins: AccessRow["outcomes"] = { ...visibleData, other: { ...all("hidden"), admin: "served" } };

/** Only users have such data, and admins see that of all users. */
const dataOfUsers: AccessRow["outcomes"] = { ...visibleToAdmins, global: all("hidden"), project: all("hidden") };

/** A request that reads: its answer contains the data, or not. */
function reads(outcomes: AccessRow["outcomes"], request: AccessRow["request"]): AccessRow {
  return { request, outcomes, shows: true };
}

/** What each route gives to whom. A route without a row does not compile. */
export const accessMatrix: Readonly<Record<ProjectRouteId, AccessRow>> = {
  resolve: reads(visibleData, () => ({ path: "/resolve", body: { count_use: false } })),
  listTraces: reads(visibleToAdmins, () => ({ path: "/traces" })),
  getTrace: reads(dataOfUsers, (name) => ({ path: `/traces/${name}` })),
};
