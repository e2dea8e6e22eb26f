import { PreceptError, type Scope } from "@precept/core";
import { locationOf, type TenantStores } from "@precept/workspace";

/** Runs work that creates a rule. Adds the existing rule to the error if its name is taken, for the problem. */
export async function withExistingRule<Result>(
  { workspace, tenant }: TenantStores,
  work: () => Promise<Result>,
): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (!PreceptError.is(error, "RULE_EXISTS")) throw error;
    const { name, scope, location } = error.details;
    const named = await workspace.list({ name, scope: scope as Scope, tenant });
    const existing = named.find((rule) => locationOf(rule) === location) ?? named[0];
    throw new PreceptError(
      "RULE_EXISTS",
      { name, scope, location, ...(existing !== undefined && { existing }) },
      { cause: error },
    );
  }
}
