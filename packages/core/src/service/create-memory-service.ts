import type {
  GetMemoryRuleByIdRequest,
  GetMemoryRulesRequest,
  MemoryRulesResponse,
  SearchMemoryRulesRequest,
  UpdateRuleUsageRequest,
  UpdateRuleUsageResponse,
  WireMemoryRule,
  WireStoreReport,
} from "@precept/contract";
import type { RuleStatus } from "@precept/contract/values";
import { PreceptError } from "../model/error.ts";
import type { Rule } from "../model/rule.ts";
import { statusOf } from "../model/supersession.ts";
import type { Cancellable } from "../ports/cancellable.ts";
import type { RuleStore } from "../ports/rule-store.ts";
import { estimatedTokens, type TokenCounter } from "../ports/token-counter.ts";
import type { Rulebook } from "../rulebook/rulebook.ts";
import { toWireStoreReport } from "../wire/wire-resolution.ts";
import { toWireMemoryRule, type WireMemoryRuleOptions } from "../wire/wire-rule.ts";
import { compareStoredRules, cursorOf, pageSorted } from "./page-rules.ts";
import {
  isForOneOf,
  readIdRequest,
  readListRequest,
  readSearchRequest,
  readUsageRequest,
  type MemoryOwner,
} from "./read-memory-requests.ts";
import { searchMemoryRules } from "./search-memory-rules.ts";
import { UsageReader } from "./usage-reader.ts";

/**
 * Returns the rules of a project and a user to remote clients: the same four calls over every transport. Requests come
 * from outside, so all fields are validated: invalid requests throw `REQUEST_INVALID`, with every invalid field.
 *
 * A request without a project gets the rules without a project, never the rules of all projects.
 */
export interface MemoryService {
  /** Lists rules by a filter, in the order of their ids. */
  getMemoryRules(request: GetMemoryRulesRequest, options?: Cancellable): Promise<MemoryRulesResponse>;
  /** Searches rules by words and meaning, best first. Throws `SEARCH_MODE_UNAVAILABLE` for `dense` without embedder. */
  searchMemoryRules(request: SearchMemoryRulesRequest, options?: Cancellable): Promise<MemoryRulesResponse>;
  /** Returns a rule, whatever its status. Throws `RULE_NOT_FOUND` if it does not exist for this project and user. */
  getMemoryRuleById(request: GetMemoryRuleByIdRequest, options?: Cancellable): Promise<WireMemoryRule>;
  /** Counts that a session used rules. */
  updateRuleUsage(request: UpdateRuleUsageRequest, options?: Cancellable): Promise<UpdateRuleUsageResponse>;
}

export interface MemoryServiceOptions {
  readonly rulebook: Pick<Rulebook, "list" | "search" | "stores">;
  /** The stores of the rulebook, which count the uses of rules. */
  readonly stores: readonly RuleStore[];
  /** Returns the time of uses, ISO 8601, such as `() => new Date().toISOString()`. */
  readonly now: () => string;
  /** Counts the tokens of rules. Default: an estimate. */
  readonly tokens?: TokenCounter;
  /** Whether a project exists. Requests for others are rejected. Default: all projects exist. */
  readonly isKnownProject?: (projectId: string, options: Cancellable) => boolean | Promise<boolean>;
}

/**
 * Creates the memory service of a rulebook.
 *
 * @example
 * ```ts
 * import { createMemoryService, createMemoryStore, createRule, createRulebook } from "@precept/core";
 *
 * const stores = [createMemoryStore({ rules: [createRule({ id: "tests", name: "tests", content: "Write tests." })] })];
 * await using rulebook = createRulebook({ stores });
 * const service = createMemoryService({ rulebook, stores, now: () => new Date().toISOString() });
 * const { rules, total_count } = await service.getMemoryRules({ project_id: "shop", tool_targets: ["claude"] });
 * ```
 */
export function createMemoryService(options: MemoryServiceOptions): MemoryService {
  return new RulebookMemoryService(options);
}

class RulebookMemoryService implements MemoryService {
  readonly #options: MemoryServiceOptions;

  constructor(options: MemoryServiceOptions) {
    this.#options = options;
  }

  async getMemoryRules(request: unknown, options: Cancellable = {}): Promise<MemoryRulesResponse> {
    const query = readListRequest(request);
    await this.#assertProject(query.owner, options);
    const { rulebook } = this.#options;
    const listed = await rulebook.list({ ...query.filter, tenant: query.owner });
    const rules = listed.filter((rule) => isForOneOf(rule, query)).toSorted(compareStoredRules);
    const isSuperseded = await this.#findSuperseded(query.owner, query.filter.status);
    const { items, next } = pageSorted(rules, query);
    const usage = new UsageReader(this.#options.stores);
    const failures = await usage.read(items, options);
    return {
      rules: items.map((rule) => this.#toWire(rule, { status: statusOf(rule, isSuperseded(rule)), usage: usage.of(rule) })),
      total_count: rules.length,
      ...(next !== undefined && { next_cursor: next }),
      stores: [...this.#reports(query.owner), ...failures],
    };
  }

  async searchMemoryRules(request: unknown, options: Cancellable = {}): Promise<MemoryRulesResponse> {
    const query = readSearchRequest(request);
    await this.#assertProject(query.owner, options);
    const isSuperseded = await this.#findSuperseded(query.owner, query.filter.status);
    const { hits, ...found } = await searchMemoryRules(this.#options.rulebook, query, options);
    const usage = new UsageReader(this.#options.stores);
    const rules = hits.map(({ stored }) => stored.rule);
    const failures = await usage.read(rules, options);
    return {
      rules: hits.map(({ stored: { rule }, score, scores }) => {
        const status = statusOf(rule, isSuperseded(rule));
        return this.#toWire(rule, { status, usage: usage.of(rule), relevanceScore: score, scores });
      }),
      ...found,
      stores: [...this.#reports(query.owner), ...failures],
    };
  }

  async getMemoryRuleById(request: unknown, options: Cancellable = {}): Promise<WireMemoryRule> {
    const { owner, id } = readIdRequest(request);
    await this.#assertProject(owner, options);
    const rule = (await this.#options.rulebook.list({ tenant: owner })).find((one) => one.id === id);
    if (rule === undefined) throw new PreceptError("RULE_NOT_FOUND", { name: id, known: [] });
    const usage = new UsageReader(this.#options.stores);
    await usage.read([rule], options);
    const isSuperseded = await this.#findSuperseded(owner);
    return this.#toWire(rule, { status: statusOf(rule, isSuperseded(rule)), usage: usage.of(rule) });
  }

  async updateRuleUsage(request: unknown, options: Cancellable = {}): Promise<UpdateRuleUsageResponse> {
    const { owner, ids, session, tool } = readUsageRequest(request);
    await this.#assertProject(owner, options);
    const { rulebook, stores, now } = this.#options;
    const wanted = new Set(ids);
    const rules = (await rulebook.list({ tenant: owner })).filter((rule) => wanted.has(rule.id));
    const at = now();
    const updated = new Set<string>();
    for (const store of stores) {
      if (!store.capabilities.usage) continue;
      const own = rules.filter(({ origin }) => origin.store === store.id).map(({ id }) => id);
      if (own.length === 0) continue;
      await store.recordUse({ ids: own, at, session, tool }, options);
      for (const id of own) updated.add(id);
    }
    const notUpdated = [...wanted].filter((id) => !updated.has(id));
    return { updated_count: updated.size, success: notUpdated.length === 0, not_updated: notUpdated };
  }

  async #assertProject({ projectId }: MemoryOwner, options: Cancellable): Promise<void> {
    options.signal?.throwIfAborted();
    const { isKnownProject = () => true } = this.#options;
    if (projectId === undefined || (await isKnownProject(projectId, options))) return;
    throw new PreceptError("PROJECT_UNKNOWN", { project: projectId });
  }

  /** Finds the rules that are superseded for an owner, unless the query excludes them. */
  async #findSuperseded(tenant: MemoryOwner, statuses: readonly RuleStatus[] = ["superseded"]): Promise<(rule: Rule) => boolean> {
    if (!statuses.includes("superseded")) return () => false;
    const rules = await this.#options.rulebook.list({ tenant, status: ["superseded"] });
    const keys = new Set(rules.map(cursorOf));
    return (rule) => keys.has(cursorOf(rule));
  }

  #reports(tenant: MemoryOwner): readonly WireStoreReport[] {
    return this.#options.rulebook.stores({ tenant }).map(toWireStoreReport);
  }

  #toWire(rule: Rule, options: WireMemoryRuleOptions): WireMemoryRule {
    const { tokens = estimatedTokens } = this.#options;
    return toWireMemoryRule(rule, { ...options, tokenCost: tokens.count(rule.content) });
  }
}
