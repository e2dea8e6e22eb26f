import {
  buildTrace,
  toRuleDebug,
  toRulesApplied,
  type Tenant,
  type TenantOptions,
  type Diagnostic,
  type RulesChange,
} from "@precept/core";
import type { Workspace } from "@precept/workspace";
import type { ChannelSource, Publish } from "./channel.ts";
import { followViolations } from "./follow-violations.ts";
import { maxEventRules, type EventData } from "@precept/contract";
import { resolve } from "node:path";
import { pathInside } from "@precept/files";

export interface SourceOptions {
  /** Whose events; `all` for those of all users of the project. */
  readonly reader: Tenant | "all";
  /** Whether to publish the traces of resolutions. */
  readonly withTraces: boolean;
  /** Whether to publish changes of the contexts of main sessions, which name MEMORY.md, too. */
  readonly mainSession: boolean;
  readonly publish: Publish;
  /** Called if later events would be missing. */
  readonly fail: (reason: string) => void;
}

/** Publishes what happens in a workspace, as far as a reader may see it. */
export function connectSources(
  workspace: Workspace,
  { reader, withTraces, mainSession, publish, fail }: SourceOptions,
): ChannelSource {
  const options: TenantOptions = reader === "all" ? {} : { tenant: reader };
  const ends = [
    workspace.on("rulesChanged", (change) => publish("rules_changed", toRulesChanged(change, workspace, reader)), options),
    workspace.on(
      "rulesApplied",
      ({ resolution, tenant, session }) => {
        const origin = { session, user: tenant.userId };
        publish("rules_applied", toRulesApplied(resolution, origin));
        // A listener for `ruleDebug` would have traces built for the requests of all tenants.
        if (withTraces) publish("rule_debug", toRuleDebug(buildTrace(resolution), origin));
      },
      options,
    ),
    workspace.subscribe(({ context }) => {
      if (context !== undefined && (mainSession || context.sessionType === "shared"))
        publish("context_changed", {
          session_type: context.sessionType,
          files: [...context.files],
          version: context.version,
          previous_version: context.previousVersion,
        });
    }),
  ];
  const log = reader === "all" ? followViolations(workspace, publish, fail) : undefined;
  return {
    ready: waitUntilFollowed(workspace, { reader, mainSession }, log),
    close: () => {
      for (const end of ends) end();
      log?.close();
    },
  };
}

/** Changes are followed from the first reading of the rules on. */
export async function waitUntilFollowed(
  workspace: Workspace,
  { reader, mainSession }: Pick<SourceOptions, "reader" | "mainSession">,
  log?: ChannelSource,
): Promise<void> {
  // A store that cannot be read is read again later, and is no reason to refuse the stream.
  const read = workspace.list(reader === "all" ? {} : { tenant: reader }).catch(() => undefined);
  // The files of a context are watched from its first load on.
  const contexts = (mainSession ? (["shared", "main"] as const) : (["shared"] as const)).map((sessionType) =>
    workspace.context.load({ sessionType }, { create: "memory" }).catch(() => undefined),
  );
  await Promise.all([read, ...contexts, log?.ready]);
}

/** Converts a change of rules to the data of an event. @param reader who receives it; `all` receives everything. */
export function toRulesChanged(
  { store, owner, saved, deleted, diagnostics }: RulesChange,
  workspace: Pick<Workspace, "root" | "roots">,
  reader: Tenant | "all",
): EventData<"rules_changed"> {
  const references = saved.slice(0, maxEventRules).map(({ id, name, scope }) => ({ id, name, scope }));
  const ids = deleted.slice(0, maxEventRules);
  return {
    store,
    project_id: owner.projectId ?? null,
    user_id: owner.userId ?? null,
    saved: references,
    deleted: ids,
    omitted: saved.length + deleted.length - references.length - ids.length,
    diagnostics: reader === "all" ? diagnostics.length : countVisible(diagnostics, workspace, reader),
  };
}

/** Counts the diagnostics of files that are not in the personal directory of another user. */
function countVisible(
  diagnostics: readonly Diagnostic[],
  { root, roots }: Pick<Workspace, "root" | "roots">,
  { userId }: Tenant,
): number {
  const foreign = roots.filter((one) => one.userId !== undefined && one.userId !== userId).map(({ dir }) => resolve(root, dir));
  if (foreign.length === 0) return diagnostics.length;
  const isForeign = (file: string): boolean => foreign.some((dir) => pathInside(dir, resolve(root, file)) !== undefined);
  return diagnostics.filter(({ file }) => file === undefined || !isForeign(file)).length;
}
