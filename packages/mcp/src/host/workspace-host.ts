import type { Workspace } from "@precept/workspace";
import type { RuleEngineHost } from "./host.ts";

/**
 * The policies of an opened workspace, as a server asks for them. What is decided is also done: it is written down, fixes are worked out, and
 * where the configuration says so a person is called in and the work goes back to its last checkpoint. Policies that are registered stay in
 * memory.
 */
export function hostOf({ policies }: Pick<Workspace, "policies">): RuleEngineHost {
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
