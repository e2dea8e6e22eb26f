// Facts about a project and its machine, for hosts without a policy engine.
export { resolveContext, type ResolvedContext } from "./signals/resolve-context.ts";
