import { isOwnedBy, type Rule, type Tenant } from "@precept/core";

/**
 * Finds a rule with the same text as a new one, apart from white space, in the same scope and of the same project and user.
 *
 * @param tenant the project and the user of the call.
 */
export function findSame(rule: Rule, existing: readonly Rule[], tenant: Tenant): Rule | undefined {
  const text = normalise(rule.content);
  return existing.find((one) => one.scope === rule.scope && haveSameOwner(one, rule, tenant) && normalise(one.content) === text);
}

function normalise(content: string): string {
  return content.normalize("NFC").trim().replace(/\s+/g, " ");
}

/** A file names no project, since it is in the directory of the project, and a personal one gets its user from its directory. */
function haveSameOwner(existing: Rule, rule: Rule, tenant: Tenant): boolean {
  if (isOwnedBy(existing, rule)) return true;
  if (rule.scope === "project") return existing.projectId === undefined || existing.projectId === tenant.projectId;
  return rule.scope === "user" && existing.userId === tenant.userId;
}
