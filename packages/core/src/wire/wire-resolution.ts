import { describeDrop, describeReason, describeSkip } from "../trace/describe-reason.ts";
import type { Diagnostic } from "../model/diagnostic.ts";
import type { Json } from "../model/json.ts";
import type { Resolution } from "../model/resolution.ts";
import type { Rule } from "../model/rule.ts";
import { toWireBudget, type WireBudget } from "./wire-budget.ts";
import { describeStoreError } from "../model/store-state.ts";
import { uniqueDiagnostics } from "../model/unique-diagnostics.ts";
import { toWireDiagnostic, type WireDiagnostic } from "./wire-diagnostic.ts";

/** The fields that identify a rule. */
export interface WireRuleReference {
  readonly id: string;
  readonly name: string;
  readonly scope: string;
  readonly inclusion: string;
  readonly source_path: string | null;
}

/** The wire format of a resolution. */
export interface WireResolution {
  readonly request_id: string;
  /** ISO 8601; null if the rulebook has no clock. */
  readonly timestamp: string | null;
  readonly applied: readonly (WireRuleReference & {
    readonly priority: number;
    readonly reason: string;
    readonly matched_files: readonly string[];
    /** The values that met the conditions of the rule, by variable. */
    readonly context_vars: Readonly<Record<string, Json>>;
    readonly characters: number;
    readonly tokens: number;
    /** Whether the budget truncated the rule's text. */
    readonly cut: boolean;
  })[];
  readonly skipped: readonly (WireRuleReference & { readonly reason: string })[];
  readonly conflicts: readonly {
    readonly kind: string;
    readonly names: readonly string[];
    readonly ids: readonly string[];
    readonly winner: string | null;
    readonly detail: string;
  }[];
  readonly dropped: readonly (WireRuleReference & {
    readonly limit: string;
    readonly reason: string;
    readonly characters: number;
    readonly tokens: number;
  })[];
  readonly diagnostics: readonly WireDiagnostic[];
  /** The stores whose rules are missing (`failed`) or may be out of date (`stale`). */
  readonly stores: readonly { readonly store: string; readonly status: string; readonly reason: string }[];
  readonly request: {
    readonly files: readonly string[];
    readonly requested: readonly string[];
    readonly unknown: readonly string[];
  };
  readonly prompt: string;
  readonly totals: {
    readonly evaluated: number;
    readonly matched: number;
    readonly applied: number;
    readonly characters: number;
    readonly tokens: number;
  };
  /** The limits that the rules had to fit into, and how tokens were counted. */
  readonly budget: WireBudget;
}

/** The wire format of a resolution without the rules that do not apply, of which there may be thousands. */
export type WireAnswer = Omit<WireResolution, "skipped">;

/**
 * Converts a resolution to its wire format.
 *
 * @param diagnostics additional diagnostics, such as those of all rule files. They come first, without duplicates.
 */
export function toWireResolution(resolution: Resolution, diagnostics: readonly Diagnostic[] = []): WireResolution {
  const { request_id, timestamp, applied, ...others } = toWireAnswer(resolution, diagnostics);
  return {
    request_id,
    timestamp,
    applied,
    skipped: resolution.skipped.map(({ rule, reason }) => ({ ...toReference(rule), reason: describeSkip(reason) })),
    ...others,
  };
}

/** Converts a resolution to its wire format without the skipped rules, so that they are not computed. */
export function toWireAnswer(resolution: Resolution, diagnostics: readonly Diagnostic[] = []): WireAnswer {
  return {
    request_id: resolution.requestId,
    timestamp: resolution.timestamp ?? null,
    applied: resolution.applied.map(({ rule, reason, matchedFiles, variables = {}, characters, tokens, cut }) => ({
      ...toReference(rule),
      priority: rule.priority,
      reason: describeReason(reason, matchedFiles),
      matched_files: matchedFiles,
      context_vars: variables,
      characters,
      tokens,
      cut,
    })),
    conflicts: resolution.conflicts.map(({ kind, names, ids, winner = null, detail }) => ({ kind, names, ids, winner, detail })),
    dropped: resolution.dropped.map(({ rule, limit, characters, tokens }) => ({
      ...toReference(rule),
      limit,
      reason: describeDrop(limit),
      characters,
      tokens,
    })),
    diagnostics: uniqueDiagnostics([...diagnostics, ...resolution.diagnostics]).map(toWireDiagnostic),
    stores: resolution.stores.map(({ store, status, error }) => ({
      store,
      status,
      reason: describeStoreError({ store, error }),
    })),
    request: resolution.request,
    prompt: resolution.prompt,
    // Copied, because `JSON.stringify` is slower for objects with getters.
    totals: { ...resolution.totals },
    budget: toWireBudget(resolution.budget),
  };
}

function toReference(rule: Rule): WireRuleReference {
  return { id: rule.id, name: rule.name, scope: rule.scope, inclusion: rule.inclusion, source_path: rule.origin.path ?? null };
}
