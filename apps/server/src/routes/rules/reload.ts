import type { ProjectRoutes } from "@precept/contract";
import { toWireStoreReport } from "@precept/core";
import { tenantOf } from "../../access/tenant.ts";
import type { Handler } from "../handler.ts";

export const reloadRules: Handler<ProjectRoutes["reloadRules"]> = async ({ query }, context) => {
  const { workspace } = context.project;
  const tenant = await tenantOf(context, query);
  await workspace.reload({ signal: context.signal });
  const rules = await workspace.list({ tenant });
  const stores = workspace.rulebook.stores({ tenant }).map(toWireStoreReport);
  return { body: { message: "All rules were read again.", count: rules.length, stores } };
};
