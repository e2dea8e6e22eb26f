import { buildTrace, toWireTrace, type Tenant, type TenantOptions } from "@precept/core";
import type { Workspace } from "@precept/workspace";
import type { ChannelSource, Publish } from "./channel.ts";
import { followViolations } from "./follow-violations.ts";
import { toContextChanged } from "./context-events.ts";
import { toRulesApplied, toRulesChanged } from "./rulebook-events.ts";

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
      ({ resolution, tenant }) => {
        publish("rules_applied", toRulesApplied(resolution, tenant));
        // A listener for `ruleDebug` would have traces built for the requests of all tenants.
        if (withTraces) publish("rule_debug", toWireTrace(buildTrace(resolution)));
      },
      options,
    ),
    workspace.subscribe(({ context }) => {
      if (context !== undefined && (mainSession || context.sessionType === "shared"))
        publish("context_changed", toContextChanged(context));
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
async function waitUntilFollowed(
  workspace: Workspace,
  { reader, mainSession }: Pick<SourceOptions, "reader" | "mainSession">,
  log: ChannelSource | undefined,
): Promise<void> {
  // A store that cannot be read is read again later, and is no reason to refuse the stream.
  const read = workspace.list(reader === "all" ? {} : { tenant: reader }).catch(() => undefined);
  // The files of a context are watched from its first load on.
  const contexts = (mainSession ? (["shared", "main"] as const) : (["shared"] as const)).map((sessionType) =>
    workspace.context.load({ sessionType }, { create: "memory" }).catch(() => undefined),
  );
  await Promise.all([read, ...contexts, log?.ready]);
}
