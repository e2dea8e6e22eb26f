import {
  getMemoryRuleByIdRequest,
  getMemoryRulesRequest,
  searchMemoryRulesRequest,
  updateRuleUsageRequest,
} from "@precept/contract/memory-requests";
import type { SearchMode } from "@precept/contract/values";
import type * as z from "zod/mini";
import { withoutUndefined } from "../model/json.ts";
import type { Rule } from "../model/rule.ts";
import type { LegScores } from "../model/relevance.ts";
import type { RuleFilter } from "../ports/rule-filter.ts";
import { readRequestFields } from "../wire/read-request-fields.ts";
import { readerOf } from "../wire/reading.ts";

/** A project and a user. An absent field means no project, or no user. */
export interface MemoryOwner {
  readonly projectId?: string;
  readonly userId?: string;
}

/** Which rules to return, and which page of them. */
export interface MemoryQuery {
  readonly owner: MemoryOwner;
  /** The part of the query that every store can filter by. */
  readonly filter: Pick<RuleFilter, "status" | "category" | "authority" | "tags" | "context" | "target">;
  /** Rules for one of these contexts, and for all contexts. Empty: all. */
  readonly contexts: readonly string[];
  /** Rules for one of these tools, and for all tools. Empty: all. */
  readonly targets: readonly string[];
  readonly limit: number;
  readonly cursor?: string;
}

export interface MemorySearchQuery extends MemoryQuery {
  readonly text: string;
  readonly mode: SearchMode;
  readonly minScores?: LegScores;
}

export interface MemoryUse {
  readonly owner: MemoryOwner;
  readonly ids: readonly string[];
  readonly session?: string;
  readonly tool?: string;
}

/** Reads a message: an empty text means that an optional field is missing. */
function readMessage<Schema extends z.ZodMiniObject>(value: unknown, { shape }: Schema): Readonly<z.output<Schema>> {
  const isOptional = (name: string) => shape[name]?._zod.optin === "optional";
  const names = Object.keys(shape);
  const values = readRequestFields(value, {
    fields: Object.fromEntries(
      names.map((name) => [
        name,
        { names: name === "scope" ? ["scope", "contexts"] : [name], read: readerOf(shape[name] as z.ZodMiniType) },
      ]),
    ),
    required: names.filter((name) => !isOptional(name)),
    emptyIsMissing: names.filter((name) => isOptional(name) && name !== "project_id" && name !== "user_id"),
    unknownHint: "remove them",
  });
  return values as z.output<Schema>;
}

/** Reads a `GetMemoryRulesRequest`. The default limit is 100, and the default status `active`. */
export function readListRequest(value: unknown): MemoryQuery {
  return toQuery(readMessage(value, getMemoryRulesRequest), 100);
}

/** Reads a `SearchMemoryRulesRequest`. Defaults: limit 10, mode `hybrid`, status `active`. */
export function readSearchRequest(value: unknown): MemorySearchQuery {
  const message = readMessage(value, searchMemoryRulesRequest);
  const { query: text, search_mode: mode = "hybrid", score_threshold: score } = message;
  // Messages without a threshold may have 0, which would find nearly everything by meaning.
  const threshold = score === 0 ? undefined : score;
  const { sparse_threshold: sparse = threshold, dense_threshold: dense = threshold } = message;
  const minScores = withoutUndefined({ sparse, dense });
  return { ...toQuery(message, 10), text, mode, ...(Object.keys(minScores).length > 0 && { minScores }) };
}

export function readIdRequest(value: unknown): { readonly owner: MemoryOwner; readonly id: string } {
  const message = readMessage(value, getMemoryRuleByIdRequest);
  return { owner: toOwner(message), id: message.rule_id };
}

export function readUsageRequest(value: unknown): MemoryUse {
  const message = readMessage(value, updateRuleUsageRequest);
  const { rule_ids: ids, session_id: session, tool } = message;
  return withoutUndefined({ owner: toOwner(message), ids, session, tool });
}

/** Whether a rule is for one of several contexts and tools. The filters of stores only have one of each. */
export function isForOneOf(rule: Rule, { contexts, targets }: Pick<MemoryQuery, "contexts" | "targets">): boolean {
  return intersects(rule.contexts, contexts) && intersects(rule.targets, targets);
}

/** An empty list on either side matches everything. */
function intersects(left: readonly string[], right: readonly string[]): boolean {
  return left.length === 0 || right.length === 0 || left.some((one) => right.includes(one));
}

function toOwner(message: { readonly project_id?: string; readonly user_id?: string }): MemoryOwner {
  return withoutUndefined({ projectId: message.project_id, userId: message.user_id });
}

function toQuery(message: z.output<typeof getMemoryRulesRequest>, defaultLimit: number): MemoryQuery {
  const {
    scope: contexts = [],
    tool_targets: targets = [],
    category,
    authority,
    tags = [],
    status = [],
    limit = 0,
    cursor,
  } = message;
  const [context, ...moreContexts] = contexts;
  const [target, ...moreTargets] = targets;
  const filter = withoutUndefined({
    status: status.length === 0 ? (["active"] as const) : status,
    category,
    authority,
    tags: tags.length > 0 ? tags : undefined,
    context: moreContexts.length === 0 ? context : undefined,
    target: moreTargets.length === 0 ? target : undefined,
  });
  return withoutUndefined({ owner: toOwner(message), filter, contexts, targets, limit: limit || defaultLimit, cursor });
}
