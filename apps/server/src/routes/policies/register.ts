import { hasRole, type ProjectRoutes } from "@precept/contract";
import { PreceptError, toWireDiagnostic } from "@precept/core";
import type { Handler } from "../handler.ts";
import { registrantOf } from "./registrant.ts";

export const registerPolicies: Handler<ProjectRoutes["registerPolicies"]> = async ({ body }, context) => {
  const { project, principal } = context;
  const { rule, save } = body;
  if (save && !hasRole(principal.role, "admin")) {
    throw new PreceptError("FORBIDDEN", { action: "Saving policies", required: "the role admin" });
  }
  const { accepted, diagnostics } = await project.workspace.policies.register(rule, { save, by: registrantOf(context) });
  if (accepted.length === 0) throw new PreceptError("POLICIES_REFUSED", { diagnostics });
  return {
    body: {
      accepted: diagnostics.every(({ severity }) => severity !== "error"),
      rule_ids: accepted.map(({ id }) => id),
      diagnostics: diagnostics.map(toWireDiagnostic),
    },
  };
};
