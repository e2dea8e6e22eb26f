import type { PolicyEngine } from "@precept/enforcement";
import type { RuleEngineHost } from "./host.ts";

/** Anything with a policy engine: a workspace, or a program with an engine of its own. */
export interface EngineOwner {
  readonly policies: Pick<PolicyEngine, "tables" | "list" | "register" | "check" | "enforce" | "subscribe">;
}

/**
 * Serves the policies of a policy engine. Decisions have their consequences: audit entries, planned fixes, and, if the engine's settings ask for
 * them, notifications and rollbacks. Policies that clients register are in memory only.
 *
 * @example
 * ```ts
 * import { hostOf, serveRuleEngineOnStdio } from "@precept/mcp";
 * import { openWorkspace } from "@precept/workspace";
 *
 * await using workspace = await openWorkspace(".");
 * await serveRuleEngineOnStdio(hostOf(workspace)).closed;
 * ```
 */
export function hostOf({ policies }: EngineOwner): RuleEngineHost {
  return {
    tables: () => policies.tables(),
    policies: () => policies.list(),
    register: (source) => policies.register(source),
    check: (subject, options) => policies.check(subject, options),
    enforce: (subject, options) => policies.enforce(subject, options),
    subscribe: (listener) =>
      policies.subscribe(({ saved, deleted }) => {
        if (saved.length + deleted.length > 0) listener();
      }),
  };
}
