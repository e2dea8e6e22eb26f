import type { ResolveRequest } from "@precept/core";
import { createPolicyEngine, type EnforcementOptions, type ReloadablePolicyEngine } from "@precept/enforcement";
import { findPolicyProblems } from "./config/policy-problems.ts";
import { withEnvironment } from "./environment.ts";
import { checkRulesDirs, locateWorkspace, snapshotLocation } from "./location.ts";
import type { WorkspaceOptions } from "./options.ts";
import { configPath } from "./paths.ts";
import { planSettings } from "./plan-settings.ts";
import type { ProposedRule } from "./remembering/propose-rules.ts";
import { rememberChecks, rememberedChecks } from "./remembered-checks.ts";
import type { Workspace } from "./workspace.ts";

export interface LazyWorkspaceOptions extends Omit<WorkspaceOptions, "watch">, Pick<EnforcementOptions, "endsSoon"> {}

/** The policies of a directory, and its rules, which are read on first use. */
export interface LazyWorkspace
  extends AsyncDisposable, Pick<Workspace, "root" | "settings" | "diagnostics" | "resolve" | "handOverMemory" | "ruleChecks"> {
  readonly policies: ReloadablePolicyEngine;
  /** Proposes rules that come from what the user said in a session. They wait for the approval of a person. */
  readonly propose: (rules: readonly ProposedRule[], session: string) => Promise<void>;
}

/**
 * Opens a directory for a short-lived process that checks one tool call: reads the configuration, and neither searches
 * for rules nor reads them before they are asked for. Does not watch for changes.
 *
 * @example
 * ```ts
 * import { openLazyWorkspace } from "@precept/workspace";
 *
 * await using workspace = await openLazyWorkspace(".", { discover: true, readOnly: true });
 * const { action } = await workspace.policies.check({ kind: "command", text: "rm -rf /" });
 * ```
 *
 * @throws PreceptError as `openWorkspace` does; errors of stores when the rules are read.
 */
export async function openLazyWorkspace(dir: string, given: LazyWorkspaceOptions = {}): Promise<LazyWorkspace> {
  const options = withEnvironment(given);
  const location = locateWorkspace(dir, options);
  checkRulesDirs(options, location.directory);
  const planned = await planSettings(location, options, {});
  const { settings, trust, diagnostics } = planned;
  const { root } = location;
  const policies = createPolicyEngine(
    () => ({
      root,
      confined: trust.project,
      settings: settings.policies,
      configFile: configPath,
      configProblems: findPolicyProblems(diagnostics),
      cache: snapshotLocation(location, options),
    }),
    options,
  );
  let opening: Promise<Workspace> | undefined;
  const open = async (request: ResolveRequest): Promise<Workspace> =>
    (await import("./open-workspace.ts")).openPlanned(location, { ...options, searchFor: request }, planned);
  // What cannot be remembered is read again.
  const remember = async (workspace: Workspace): Promise<void> =>
    rememberChecks(root, await workspace.list()).catch(() => undefined);
  return {
    root,
    policies,
    settings,
    diagnostics: async () => diagnostics,
    async resolve(request = {}, resolveOptions) {
      const workspace = await (opening ??= open(request));
      const resolution = await workspace.resolve(request, resolveOptions);
      await remember(workspace);
      return resolution;
    },
    async ruleChecks(request = {}) {
      const known = rememberedChecks(root);
      if (known?.length === 0) return [];
      if (known !== undefined) return (await import("./rule-checks.ts")).observedChecksOf(known);
      const workspace = await (opening ??= open(request));
      await remember(workspace);
      return workspace.ruleChecks();
    },
    handOverMemory: async (handOver) => (await (opening ??= open({}))).handOverMemory(handOver),
    async propose(rules, session) {
      const { proposeRules } = await import("./remembering/propose-rules.ts");
      await proposeRules(await (opening ??= open({})), rules, session);
    },
    async [Symbol.asyncDispose]() {
      await policies[Symbol.asyncDispose]();
      const workspace = await opening?.catch(() => undefined);
      await workspace?.[Symbol.asyncDispose]();
    },
  };
}
