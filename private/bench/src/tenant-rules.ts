import { join } from "node:path";
import { createRule, type Rule, type RuleWrite } from "@precept/core";
import { createSqliteStore } from "@precept/store-sqlite";
import { Random } from "@precept/testing/random";

/** How many rules, projects and users a database has. */
export interface TenantCounts {
  readonly rules: number;
  readonly projects: number;
  readonly users: number;
}

/** The tenant that is measured. */
export const measuredTenant = { project: "p7", user: "u7" };

/** How many of the rules belong to no project and no user. */
const sharedRules = 200;

/** Yields the rules of a database, always the same. Each belongs to a project, one in ten also to a user; some belong to none. */
export function* tenantRules({ rules, projects, users }: TenantCounts): Iterable<Rule> {
  const random = new Random(7);
  for (let at = 0; at < rules; at += 1) {
    const isShared = at < sharedRules;
    const user = random.below(users);
    const hasUser = !isShared && at % 10 === 0;
    yield createRule({
      id: `r${at}`,
      name: `rule-${at}`,
      content: `Rule ${at}: ${contents[at % contents.length] ?? ""}`,
      inclusion: at % 4 === 0 ? "relevant" : at % 4 === 1 ? "always" : "fileMatch",
      globs: at % 4 >= 2 ? [`src/${at % 97}/**/*.ts`] : [],
      ...(!isShared && { projectId: `p${at % projects}` }),
      ...(hasUser && { userId: `u${user}` }),
    });
  }
}

const contents = [
  "Round amounts with the money type, never with floating point numbers.",
  "Store dates in UTC and format them where they are shown.",
  "Return errors as values in the domain, and throw only for bugs.",
  "Name tests after behaviours, and keep one reason to fail in each.",
  "Log identifiers of customers, never their names or addresses.",
];

/** Whether the measured tenant sees a rule. */
export function isSeen({ projectId, userId }: Rule): boolean {
  return (
    (projectId ?? measuredTenant.project) === measuredTenant.project && (userId ?? measuredTenant.user) === measuredTenant.user
  );
}

/** Writes rules to a new database. Returns its path and the number of rules. */
export async function writeDatabase(dir: string, name: string, rules: Iterable<Rule>): Promise<{ path: string; count: number }> {
  const path = join(dir, name);
  await using store = createSqliteStore({ path, durability: "normal" });
  let count = 0;
  let batch: RuleWrite[] = [];
  const flush = async (): Promise<void> => {
    await store.apply(batch);
    count += batch.length;
    batch = [];
  };
  for (const rule of rules) if (batch.push({ kind: "save", rule }) >= 2000) await flush();
  await flush();
  return { path, count };
}
