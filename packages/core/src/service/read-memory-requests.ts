import { authorities, ruleCategories, statuses, type RuleStatus, searchModes, type SearchMode } from "@precept/contract/values";
import type { Rule } from "../model/rule.ts";
import type { LegScores } from "../model/relevance.ts";
import type { RuleFilter } from "../ports/rule-filter.ts";
import { readRequestFields, type RequestSpec } from "../wire/read-request-fields.ts";
import {
  choiceReader,
  itemsReader,
  numberReader,
  readFilledText,
  readText,
  readTexts,
  wholeNumberReader,
} from "../wire/reading.ts";

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

const maxLimit = 1000;

const ownerFields = {
  projectId: { names: ["project_id"], read: readText },
  userId: { names: ["user_id"], read: readText },
};

const filterFields = {
  ...ownerFields,
  contexts: { names: ["scope", "contexts"], read: readTexts },
  category: { names: ["category"], read: choiceReader(ruleCategories) },
  authority: { names: ["authority"], read: choiceReader(authorities) },
  targets: { names: ["tool_targets"], read: readTexts },
  tags: { names: ["tags"], read: readTexts },
  status: { names: ["status"], read: itemsReader(choiceReader(statuses)) },
  limit: { names: ["limit"], read: wholeNumberReader(0, maxLimit) },
  cursor: { names: ["cursor"], read: readText },
};

const shared = {
  emptyIsMissing: ["category", "authority", "cursor", "search_mode", "session_id", "tool"],
  unknownHint: "remove them",
};

const listSpec: RequestSpec = { ...shared, fields: filterFields };

const searchSpec: RequestSpec = {
  ...shared,
  required: ["query"],
  fields: {
    ...filterFields,
    text: { names: ["query"], read: readFilledText },
    mode: { names: ["search_mode"], read: choiceReader(searchModes) },
    threshold: { names: ["score_threshold"], read: numberReader(-1, 1) },
    sparse: { names: ["sparse_threshold"], read: numberReader(0, 1) },
    dense: { names: ["dense_threshold"], read: numberReader(-1, 1) },
  },
};

const idSpec: RequestSpec = {
  ...shared,
  required: ["rule_id"],
  fields: { ...ownerFields, id: { names: ["rule_id"], read: readFilledText } },
};

const usageSpec: RequestSpec = {
  ...shared,
  required: ["rule_ids"],
  fields: {
    ...ownerFields,
    ids: { names: ["rule_ids"], read: readTexts },
    session: { names: ["session_id"], read: readText },
    tool: { names: ["tool"], read: readText },
  },
};

/** Reads a `GetMemoryRulesRequest`. The default limit is 100, and the default status `active`. */
export function readListRequest(value: unknown): MemoryQuery {
  return toQuery(readRequestFields(value, listSpec), 100);
}

/** Reads a `SearchMemoryRulesRequest`. The default limit is 10, the default mode `hybrid`, and the default status `active`. */
export function readSearchRequest(value: unknown): MemorySearchQuery {
  const values: SearchValues = readRequestFields(value, searchSpec);
  // Messages without a threshold may have 0, which would find nearly everything by meaning.
  const threshold = values.threshold === 0 ? undefined : values.threshold;
  const { text = "", mode = "hybrid", sparse = threshold, dense = threshold } = values;
  const minScores = { ...(sparse !== undefined && { sparse }), ...(dense !== undefined && { dense }) };
  return { ...toQuery(values, 10), text, mode, ...(Object.keys(minScores).length > 0 && { minScores }) };
}

/** Reads a `GetMemoryRuleByIdRequest`. */
export function readIdRequest(value: unknown): { readonly owner: MemoryOwner; readonly id: string } {
  const { id = "", ...owner }: OwnerValues & { readonly id?: string } = readRequestFields(value, idSpec);
  return { owner: toOwner(owner), id };
}

/** Reads an `UpdateRuleUsageRequest`. */
export function readUsageRequest(value: unknown): MemoryUse {
  const values: Partial<Omit<MemoryUse, "owner">> & OwnerValues = readRequestFields(value, usageSpec);
  const { ids = [], session, tool, ...owner } = values;
  return { owner: toOwner(owner), ids, ...(session !== undefined && { session }), ...(tool !== undefined && { tool }) };
}

/** Whether a rule is for one of several contexts and tools. The filters of stores only have one of each. */
export function isForOneOf(rule: Rule, { contexts, targets }: Pick<MemoryQuery, "contexts" | "targets">): boolean {
  return intersects(rule.contexts, contexts) && intersects(rule.targets, targets);
}

/** An empty list on either side matches everything. */
function intersects(left: readonly string[], right: readonly string[]): boolean {
  return left.length === 0 || right.length === 0 || left.some((one) => right.includes(one));
}

type OwnerValues = MemoryOwner;

interface ListValues extends OwnerValues {
  readonly contexts?: readonly string[];
  readonly targets?: readonly string[];
  readonly category?: NonNullable<Rule["category"]>;
  readonly authority?: Rule["authority"];
  readonly tags?: readonly string[];
  readonly status?: readonly RuleStatus[];
  readonly limit?: number;
  readonly cursor?: string;
}

interface SearchValues extends ListValues {
  readonly text?: string;
  readonly mode?: SearchMode;
  readonly threshold?: number;
  readonly sparse?: number;
  readonly dense?: number;
}

function toOwner({ projectId, userId }: OwnerValues): MemoryOwner {
  return { ...(projectId !== undefined && { projectId }), ...(userId !== undefined && { userId }) };
}

function toQuery(values: ListValues, defaultLimit: number): MemoryQuery {
  const { contexts = [], targets = [], category, authority, tags = [], status = [], limit = 0, cursor } = values;
  const [context, ...moreContexts] = contexts;
  const [target, ...moreTargets] = targets;
  return {
    owner: toOwner(values),
    filter: {
      status: status.length === 0 ? ["active"] : status,
      ...(category !== undefined && { category }),
      ...(authority !== undefined && { authority }),
      ...(tags.length > 0 && { tags }),
      ...(context !== undefined && moreContexts.length === 0 && { context }),
      ...(target !== undefined && moreTargets.length === 0 && { target }),
    },
    contexts,
    targets,
    limit: limit === 0 ? defaultLimit : limit,
    ...(cursor !== undefined && { cursor }),
  };
}
