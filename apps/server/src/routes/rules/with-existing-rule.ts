import { PreceptError, type Rule, type RuleFilter, type Scope } from "@precept/core";
import { locationOf, type TenantStores } from "@precept/workspace";

/** Runs work that creates a rule. Adds the existing rule to the error if its name is taken, for the problem. */
export async function withExistingRule<Result>(target: TenantStores, work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (!PreceptError.is(error, "RULE_EXISTS")) throw error;
    const { name, scope, location } = error.details;
    const existing = await findAt(target, { name, scope: scope as Scope }, location);
    throw new PreceptError(
      "RULE_EXISTS",
      { name, scope, location, ...(existing !== undefined && { existing }) },
      { cause: error },
    );
  }
}

async function findAt({ stores, tenant }: TenantStores, filter: RuleFilter, location: string): Promise<Rule | undefined> {
  for (const store of stores) {
    for await (const { rule } of store.list({ filter: { ...filter, tenant } })) if (locationOf(rule) === location) return rule;
  }
  return undefined;
}
