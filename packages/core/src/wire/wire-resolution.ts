import type { WireAnswer, WireResolution, WireRuleReference } from "@precept/contract";
import { describeDrop, describeReason, describeSkip } from "../trace/describe-reason.ts";
import type { Diagnostic } from "../model/diagnostic.ts";
import type { Resolution } from "../model/resolution.ts";
import type { Rule } from "../model/rule.ts";
import { toWireBudget } from "./wire-budget.ts";
import { describeStoreError } from "../model/store-state.ts";
import { uniqueDiagnostics } from "../model/unique-diagnostics.ts";
import { toWireDiagnostic } from "./wire-diagnostic.ts";

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
