import { RecordQueue } from "@precept/evidence/record";
import { recordDelivery, recordMemoryDelivery, reportUnrecorded } from "./record-delivery.ts";
import { createPolicyEngine } from "@precept/enforcement";
import { RootFinder } from "@precept/store-fs";
import { openContext } from "./context/open-context.ts";
import { findPolicyProblems } from "./config/policy-problems.ts";
import { watchConfig } from "./config/watch-config.ts";
import { CurrentState } from "./current-state.ts";
import { Generation } from "./generation.ts";
import type { WorkspaceOptions } from "./options.ts";
import { checkRulesDirs, locateWorkspace, snapshotLocation, type WorkspaceLocation } from "./location.ts";
import { configPath } from "./paths.ts";
import { planAt } from "./plan.ts";
import { planSettings, type PlannedSettings } from "./plan-settings.ts";
import { governingDirectories } from "./request-directories.ts";
import { repeatAtInterval } from "./repeat-at-interval.ts";
import { createSession, type Session } from "./session.ts";
import { chooseTenantStore } from "./editing/choose-store.ts";
import { checkTool } from "./tool-view/find-tool.ts";
import { withEnvironment } from "./environment.ts";
import { createPrivacyCheck } from "./private-files.ts";
import { createLiveRulebook } from "./live-rulebook.ts";
import { countDelivery } from "./observe-answers.ts";
import type { Workspace } from "./workspace.ts";

/**
 * Opens a directory: reads its configuration, finds its rule directories and reads the rules, unless `lazyRules` is
 * set. Mistakes in the configuration and in rule files do not throw: `diagnostics` reports them, and everything else is
 * used.
 *
 * @example
 * ```ts
 * import { openWorkspace } from "@precept/workspace";
 *
 * await using workspace = await openWorkspace(".");
 * const { prompt, applied } = await workspace.resolve({ prompt: "fix the cart", files: ["src/cart.tsx"] });
 * ```
 *
 * @throws PreceptError `PATH_NOT_FOUND` or `NOT_A_DIRECTORY` for the directory, `OPTION_VALUE_INVALID`,
 *   `RULES_DIR_NOT_FOUND` if one of `rulesDirs` does not exist, `STORE_FAILED` if the database cannot be opened.
 */
export async function openWorkspace(dir: string, given: WorkspaceOptions = {}): Promise<Workspace> {
  const options = withEnvironment(given);
  const location = locateWorkspace(dir, options);
  checkRulesDirs(options, location.directory);
  return openPlanned(location, options, await planSettings(location, options, {}));
}

export async function openPlanned(
  location: WorkspaceLocation,
  options: WorkspaceOptions,
  planned: PlannedSettings,
): Promise<Workspace> {
  const finder = new RootFinder(location.root);
  const { searchFor, watch } = options;
  const governing = searchFor === undefined || watch === true ? undefined : governingDirectories(location.root, searchFor);
  const plan = await planAt(location, options, planned, { finder, near: governing && [...governing] });
  const state = new CurrentState(plan, await Generation.open(plan, options), options, finder);
  if (options.watch !== true) return createWorkspace(state, options, () => Promise.resolve());
  // If the new configuration cannot be applied, the diagnostics say so.
  const refresh = async (): Promise<void> => state.refresh().catch(() => undefined);
  const endWatch = await watchConfig(plan.root, () => state.plan.settings.watchBackend, refresh);
  state.watch();
  // Files may have changed before watching began.
  await refresh();
  const workspace = createWorkspace(state, options, async () => {
    await endWatch();
    endRescans();
  });
  const endRescans = repeatAtInterval(
    () => state.plan.settings.rescan * 1000,
    () => workspace.reload(),
  );
  return workspace;
}

function createWorkspace(state: CurrentState, options: WorkspaceOptions, endWatch: () => Promise<void>): Workspace {
  const rulebook = createLiveRulebook(state);
  const isReadOnly = options.readOnly ?? false;
  const policies = createPolicyEngine(
    () => ({
      root: state.plan.root,
      confined: state.plan.trust.project,
      settings: state.plan.settings.policies,
      watchBackend: state.plan.settings.watchBackend,
      configFile: configPath,
      configProblems: findPolicyProblems(state.configDiagnostics),
      cache: snapshotLocation(state.plan, options),
    }),
    options,
    (change) => state.feed.publish({ policies: change }),
  );
  /** Whether a link of the agent context leads to a private file. */
  const isPrivate = async (path: string): Promise<boolean> => {
    const { root, trust } = state.plan;
    return createPrivacyCheck(root, trust)(path);
  };
  const context = openContext({
    settings: () => state.plan.settings.context,
    watchBackend: () => state.plan.settings.watchBackend,
    isReadOnly,
    watch: options.watch === true,
    now: options.now,
    isPrivate,
    publish: (change) => state.feed.publish({ context: change }),
    onListenerError: options.onListenerError,
  });
  // A new configuration may select other policies and another context.
  state.feed.subscribe(({ config }) => config && policies.refresh());
  state.feed.subscribe(({ config }) => config && context.refresh());
  const sessions = new Map<string, Session>();
  const receipts = new RecordQueue(() => state.plan.root);
  const workspace: Workspace = {
    // Of the functions of the rulebook, the workspace replaces those below.
    ...rulebook,
    get root() {
      return state.plan.root;
    },
    get home() {
      return state.plan.home;
    },
    get config() {
      return state.plan.config;
    },
    get settings() {
      return state.plan.settings;
    },
    get roots() {
      return state.plan.roots;
    },
    get stores() {
      return state.generation.stores;
    },
    get embedder() {
      return state.generation.embedder?.embedder;
    },
    get cache() {
      return state.generation.cache?.shared;
    },
    get references() {
      return state.generation.references;
    },
    get isTrusted() {
      return state.plan.trust.isProjectTrusted;
    },
    isReadOnly,
    rulebook,
    policies,
    context,
    async resolve(request = {}, { channel, ...resolving } = {}) {
      const resolution = await rulebook.resolve(request, resolving);
      const { sessions: settings, tool } = state.plan.settings;
      // What a tool reads itself is no delivery.
      if (channel === undefined || resolving.view === "tool") return resolution;
      countDelivery(channel, request.tool ?? tool);
      if (!settings.isRecorded) return resolution;
      const hasMemory = (resolving.agentContext ?? []).length > 0;
      recordDelivery(receipts, { ...request, tool: request.tool ?? tool ?? channel }, resolution, { channel, hasMemory });
      return resolution;
    },
    recordMemoryDelivery(delivery) {
      if (state.plan.settings.sessions.isRecorded) recordMemoryDelivery(receipts, delivery);
    },
    subscribe: (listener) => state.feed.subscribe(listener),
    check: (subject, checkOptions) => policies.check(subject, checkOptions),
    async ruleChecks() {
      const rules = await rulebook.list();
      if (!rules.some(({ checks }) => checks.some((check) => typeof check !== "string"))) return [];
      const { observedChecksOf } = await import("./rule-checks.ts");
      return observedChecksOf(rules);
    },
    checkTool: (name, { tenant } = {}) =>
      checkTool(name, () => (tenant === undefined ? rulebook.listAll() : rulebook.list({ tenant }))),
    async boot(request, bootOptions = {}) {
      const { boot } = await import("./context/boot.ts");
      return boot(request, bootOptions, workspace, { now: options.now, isPrivate });
    },
    async handOverMemory(handOver = {}) {
      const { handOverMemory } = await import("./context/hand-over.ts");
      return handOverMemory(handOver, workspace, { now: options.now, isPrivate });
    },
    async diagnostics() {
      // Throws if the workspace is closed.
      await rulebook.diagnostics();
      const { diagnostics } = state;
      const further = context.diagnostics.filter(({ code }) => diagnostics.every((one) => one.code !== code));
      return [...diagnostics, ...further, ...reportUnrecorded(receipts)];
    },
    async reload(reloadOptions = {}) {
      await state.refresh(reloadOptions);
      await policies.refresh();
    },
    session(id) {
      const open = sessions.get(id);
      if (open !== undefined) return open;
      const session = createSession(id, workspace.storeFor("session"), rulebook, () => sessions.delete(id));
      sessions.set(id, session);
      return session;
    },
    storeFor(scope, kind) {
      const { stores, settings } = workspace;
      return chooseTenantStore({ workspace, tenant: { userId: settings.user }, stores }, scope, kind);
    },
    async [Symbol.asyncDispose]() {
      await endWatch();
      await receipts[Symbol.asyncDispose]();
      await policies[Symbol.asyncDispose]();
      await context[Symbol.asyncDispose]();
      await state[Symbol.asyncDispose]();
    },
  };
  return workspace;
}
