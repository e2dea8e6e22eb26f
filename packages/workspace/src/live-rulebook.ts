import {
  PreceptError,
  withoutUndefined,
  type Resolution,
  type ResolveRequest,
  type Rulebook,
  type RuleFilter,
} from "@precept/core";
import { findToolLimits } from "@precept/mdc-compat";
import { createTokenCounters } from "@precept/token-counters";
import type { CurrentState } from "./current-state.ts";
import { observeResolve, observeSearch } from "./observe-answers.ts";
import type { WorkspaceResolveOptions } from "./options.ts";
import { joinBudgets, reportUnknownModel, type Settings } from "./settings.ts";
import { checkTool } from "./tool-view/find-tool.ts";
import type { Workspace } from "./workspace.ts";

/** The rulebook of a workspace, and what else answers requests. */
export interface LiveRulebook extends Omit<Rulebook, "resolve">, Pick<Workspace, "resolve" | "seeAs" | "tokenCounter"> {}

/** Creates a rulebook that answers from the current state. It is closed with the state. */
export function createLiveRulebook(state: CurrentState): LiveRulebook {
  /** Loads each counter when it is first needed. Its cache outlasts reloads. */
  const openCounter = createTokenCounters();
  const resolveComplete = async (
    complete: ResolveRequest,
    { model, view, ...options }: WorkspaceResolveOptions,
  ): Promise<Resolution> => {
    const { answer } = state.plan.settings;
    if (view === "tool") {
      if (complete.tool === undefined) throw new PreceptError("TOOL_MISSING", {});
      return (await live.seeAs(complete.tool, complete, { model, ...options })).resolution;
    }
    if (complete.tool !== undefined) await checkTool(complete.tool, () => live.list(tenantOf(complete)));
    const budget = joinBudgets([answer.budget, "options"], [options.budget, "request"]);
    const tokens = options.tokens ?? (await live.tokenCounter({ model }));
    const toolLimits = options.toolLimits ?? (complete.tool === undefined ? [] : findToolLimits(complete.tool));
    const diagnostics = [
      ...(options.diagnostics ?? []),
      ...(options.tokens === undefined ? reportUnknownModel(model) : []),
      ...state.configDiagnostics.filter(({ incomplete }) => incomplete === true),
    ];
    return state.use((rulebook) =>
      rulebook.resolve(complete, { ...answer, ...withoutUndefined(options), budget, tokens, toolLimits, diagnostics }),
    );
  };
  const live: LiveRulebook = {
    async resolve(request = {}, options = {}) {
      await state.searchFor(request);
      const complete = addDefaults(request, state.plan.settings);
      return observeResolve(complete, () => resolveComplete(complete, options));
    },
    async seeAs(tool, request = {}, options = {}) {
      // Loaded on demand, because most processes need no view.
      const { dialectNamed, seeAsTool } = await import("./tool-view/see-as-tool.ts");
      const dialect = dialectNamed(tool);
      const complete = addDefaults(request, state.plan.settings);
      const rules = await live.list(tenantOf(complete));
      const tokens = options.tokens ?? (await live.tokenCounter(options));
      return seeAsTool(dialect, complete, { plan: state.plan, rules, options: { ...options, tokens } });
    },
    async tokenCounter({ model } = {}) {
      const { answer, tokens } = state.plan.settings;
      return answer.tokens ?? openCounter({ counter: tokens.counter, model: model ?? tokens.model });
    },
    list: (filter) => state.useAll((rulebook) => rulebook.list(filter)),
    listAll: (filter) => state.useAll((rulebook) => rulebook.listAll(filter)),
    search: (query, options) => observeSearch(() => state.useAll((rulebook) => rulebook.search(query, options))),
    find: (reference, options) => state.useAll((rulebook) => rulebook.find(reference, options)),
    reachPosition: (position, options) => state.use((rulebook) => rulebook.reachPosition(position, options)),
    get: (nameOrId, options) => state.useAll((rulebook) => rulebook.get(nameOrId, options)),
    async withStores(tenant, work) {
      let used = state.generation;
      try {
        return await state.useAll((rulebook) => {
          used = state.generation;
          return rulebook.withStores(tenant, work);
        });
      } finally {
        // The work wrote to stores that were replaced. If a new store cannot be read, its state says so.
        if (state.generation !== used) {
          const reread = state.use((rulebook) =>
            rulebook.withStores(tenant, async (stores) => {
              const opened = stores.filter((store) => !used.stores.includes(store));
              await Promise.all(opened.map((store) => store.reload()));
            }),
          );
          await reread.catch(() => undefined);
        }
      }
    },
    stores: (options) => state.generation.rulebook.stores(options),
    metrics: () => state.generation.rulebook.metrics(),
    diagnostics: () => state.use((rulebook) => rulebook.diagnostics()),
    reload: (options = {}) => state.refresh(options),
    on: (name, listener, options = {}) => state.subscriptions.add(state.generation.rulebook, name, listener, options),
    subscribe: (listener, options) => live.on("rulesChanged", listener, options),
    [Symbol.asyncDispose]: () => state[Symbol.asyncDispose](),
  };
  return live;
}

/** Adds the defaults of the settings to a request. */
function addDefaults(request: ResolveRequest, { user, tool, project }: Settings): ResolveRequest {
  return {
    ...request,
    ...(!("user" in request) && user !== undefined && { user }),
    ...(request.tool === undefined && tool !== undefined && { tool }),
    ...(!("project" in request) && project !== undefined && { project }),
  };
}

/** The filter for the rules that are visible to the tenant of a request. */
function tenantOf({ project, user }: ResolveRequest): RuleFilter {
  return { tenant: { projectId: project, userId: user } };
}
