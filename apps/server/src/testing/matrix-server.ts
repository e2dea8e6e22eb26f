import { roles, type Role } from "@precept/api";
import { PreceptError } from "@precept/core";
import type { Authenticator } from "../access/principal.ts";
import { owners, type Owner } from "./access-matrix.ts";
import { startTestServer, type TestServer } from "./test-server.ts";

/** The name of the data of an owner: a rule, and the id of a trace. */
export function nameOf(owner: Owner): string {
  return `data-of-${owner}`;
}

const directories: Readonly<Record<Owner, string>> = {
  own: "home/users/ann/rules",
  other: "home/users/bob/rules",
  global: "home/rules",
  project: "shop/.precept/rules",
};

/** The tokens `<user> <role> <project>`; `all` for all projects. */
const authenticator: Authenticator = {
  authenticate(authorization) {
    const [, tokenId = "", user = "", role, project = ""] = /^Bearer ((\w+)-(\w+)-(\w+))$/.exec(authorization ?? "") ?? [];
    const known = roles.find((one) => one === role);
    if (known === undefined) throw new PreceptError("UNAUTHENTICATED", { reason: "missing" });
    return { tokenId, user, role: known, projects: project === "all" ? "all" : [project] };
  },
};

/** The token of Ann, whose data is `own`. @param project default: all projects. */
export function tokenOf(role: Role, project = "all"): string {
  return `ann-${role}-${project}`;
}

/** Starts a server with a rule of each owner, and a trace of each user. */
export async function startMatrixServer(): Promise<TestServer> {
  const rules = owners.map((owner) => {
    const name = nameOf(owner);
    return [
      `${directories[owner]}/${name}.md`,
      `---\nname: ${name}\ndescription: About ${name}.\n---\nText of ${name}.\n`,
    ] as const;
  });
  const server = await startTestServer(Object.fromEntries(rules), { authenticator });
  // The traces of Ann and Bob: their own requests, and those that the tests look for by these names.
  for (const [user, owner] of [
    ["ann", "own"],
    ["bob", "other"],
  ] as const) {
    await server.request("/resolve", { body: { id: nameOf(owner), count_use: false }, token: `${user}-reader-all` });
  }
  return server;
}
