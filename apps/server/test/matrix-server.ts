import { roles, type Role } from "@precept/contract";
import { createRule, PreceptError, type Rule } from "@precept/core";
import type { Authenticator } from "../src/access/principal.ts";
import { owners, type Owner } from "./access-matrix.ts";
import { adviceFile, adviceText } from "./matrix-policies.ts";
import { startTestServer, type TestServer } from "./test-server.ts";

/** The name of the data of an owner: a rule, and the id of a trace. */
export function nameOf(owner: Owner): string {
  return `data-of-${owner}`;
}

/** The scope and the user of the rule of an owner. */
export const ownersOfRules: Readonly<Record<Owner, Pick<Rule, "scope" | "userId">>> = {
  own: { scope: "user", userId: "ann" },
  other: { scope: "user", userId: "bob" },
  global: { scope: "global" },
  project: { scope: "project" },
};

/** The tokens `<user> <role> <project>`; `all` for all projects. */
const authenticator: Authenticator = {
  authenticate(authorization) {
    const [, tokenId = "", user = "", role, project = ""] = /^Bearer ((\w+)-(\w+)-(\w+))$/.exec(authorization ?? "") ?? [];
    const known = roles.find((one) => one === role);
    if (known === undefined) throw new PreceptError("UNAUTHENTICATED", { reason: "missing" });
    return { tokenId, user, role: known, projects: project === "all" ? "all" : [project], mainSession: true };
  },
};

/** The token of Ann, whose data is `own`. @param project default: all projects. */
export function tokenOf(role: Role, project = "all"): string {
  return `ann-${role}-${project}`;
}

/** The data of users: Ann's is `own`, Bob's is `other`. */
const users = [
  ["ann", "own"],
  ["bob", "other"],
] as const;

/** Starts a server with a rule of each owner in a database, and a trace and a soft hook of each user. */
export async function startMatrixServer(): Promise<TestServer> {
  const files = { "shop/.precept/policies/advice.yaml": adviceFile };
  const server = await startTestServer(files, { authenticator, open: { sqlite: true } });
  const store = server.workspace.storeFor("global", "sqlite");
  for (const owner of owners) {
    const name = nameOf(owner);
    const identity = { id: name, name, description: `About ${name}.`, ...ownersOfRules[owner] };
    await store.save(createRule({ ...identity, content: `Text of ${name}.` }));
  }
  for (const [user, owner] of users) {
    const token = `${user}-reader-all`;
    // The traces have the ids that the tests look for.
    await server.request("/resolve", { body: { id: nameOf(owner), count_use: false }, token });
    const subjects = [{ text: adviceText }];
    await server.request("/policies/enforce", { body: { subjects, session: nameOf(owner), agent: "agent" }, token });
  }
  return server;
}
