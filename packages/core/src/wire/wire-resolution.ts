import type {
  WireAnswer,
  WireBudget,
  WireDiagnostic,
  WireNearest,
  WireResolution,
  WireRuleReference,
  WireStoreReport,
  WireTrace,
} from "@precept/contract";
import { describeDrop, describeReason, describeSkip } from "../trace/describe-reason.ts";
import { type Diagnostic, uniqueDiagnostics } from "../model/diagnostic.ts";
import type { BudgetLimitName, Resolution, ResolutionBudget } from "../model/resolution.ts";
import type { Rule } from "../model/rule.ts";
import type { NearestSkipped } from "../trace/nearest-skipped.ts";
import type { Trace } from "../trace/trace.ts";
import { describeStoreError, type StoreReport } from "../model/store-state.ts";

/** Converts a resolution to its wire format. The additional diagnostics come first, without duplicates. */
export function toWireResolution(resolution: Resolution, diagnostics: readonly Diagnostic[] = []): WireResolution {
  const { request_id, timestamp, applied, ...others } = toWireAnswer(resolution, diagnostics);
  return {
    request_id,
    timestamp,
    applied,
    skipped: resolution.skipped.map(({ rule, reason }) => ({ ...toWireReference(rule), reason: describeSkip(reason) })),
    ...others,
  };
}

/** Converts the rules that nearly apply to their wire format. */
export function toWireNearest({ rules, counts }: NearestSkipped): WireNearest {
  return {
    rules: rules.map(({ rule, reason }) => ({
      ...toWireReference(rule),
      globs: rule.globs,
      kind: reason.kind,
      reason: describeSkip(reason),
    })),
    counts,
  };
}

/** Converts a resolution to its wire format without the skipped rules, so that they are not computed. */
export function toWireAnswer(resolution: Resolution, diagnostics: readonly Diagnostic[] = []): WireAnswer {
  return {
    request_id: resolution.requestId,
    timestamp: resolution.timestamp ?? null,
    applied: resolution.applied.map(({ rule, reason, matchedFiles, variables = {}, characters, tokens, cut }) => ({
      ...toWireReference(rule),
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
      ...toWireReference(rule),
      limit,
      reason: describeDrop(limit),
      characters,
      tokens,
    })),
    requestable: {
      listed: resolution.requestable.listed.map((rule) => ({ ...toWireReference(rule), description: rule.description })),
      left_out: resolution.requestable.leftOut.map(toWireReference),
      characters: resolution.requestable.characters,
      tokens: resolution.requestable.tokens,
    },
    diagnostics: uniqueDiagnostics([...diagnostics, ...resolution.diagnostics]).map(toWireDiagnostic),
    stores: resolution.stores.map(({ store, status, error }) => ({
      store,
      status,
      reason: describeStoreError({ store, error }),
    })),
    request: resolution.request,
    prompt: resolution.prompt,
    totals: toWireTotals(resolution.totals),
    budget: toWireBudget(resolution.budget),
  };
}

function toWireTotals({ evaluated, matched, applied, characters, tokens, promptTokens }: Resolution["totals"]) {
  return { evaluated, matched, applied, characters, tokens, prompt_tokens: promptTokens };
}

/** Converts what identifies a rule to its wire format. */
export function toWireReference(rule: Rule): WireRuleReference {
  return { id: rule.id, name: rule.name, scope: rule.scope, inclusion: rule.inclusion, source_path: rule.origin.path ?? null };
}

function toWireBudget({ counter, limits }: ResolutionBudget): WireBudget {
  return {
    token_counter: counter.id,
    tokens_estimated: !counter.isExact,
    limits: limits.map(({ name, appliesTo, max, source }) => ({
      limit: wireNames[name],
      applies_to: appliesTo === "allRules" ? "all_rules" : "each_rule",
      max,
      source,
    })),
  };
}

const wireNames: Readonly<Record<BudgetLimitName, string>> = {
  characters: "characters",
  bytes: "bytes",
  tokens: "tokens",
  rules: "rules",
  dialectRules: "dialect_rules",
};

/** Converts a diagnostic to its wire format. */
export function toWireDiagnostic(diagnostic: Diagnostic): WireDiagnostic {
  const { code, severity, message, hint = null, file = null, line = null, column = null } = diagnostic;
  const { endLine = null, endColumn = null, fix = null, incomplete = false } = diagnostic;
  return { code, severity, message, hint, file, line, column, end_line: endLine, end_column: endColumn, fix, incomplete };
}

/** Converts a trace to its wire format. */
export function toWireTrace(trace: Trace): WireTrace {
  const {
    requestId,
    timestamp = null,
    files,
    evaluated,
    matched,
    skipped,
    conflicts,
    dropped,
    requestable,
    stores,
    final,
    totalContentSize,
    budget,
  } = trace;
  return {
    request_id: requestId,
    timestamp,
    files,
    evaluated_rules: evaluated,
    matched_rules: matched.map(({ name, scope, reason, matchedFiles, variables = {} }) => ({
      name,
      scope,
      match_reason: reason,
      matched_files: matchedFiles,
      context_vars: variables,
    })),
    skipped_rules: skipped,
    conflicts,
    dropped_rules: dropped,
    requestable_rules: requestable.map(({ name, isListed }) => ({ name, listed: isListed })),
    stores,
    final_rules: final,
    total_content_size: totalContentSize,
    budget: budget === undefined ? null : toWireBudget(budget),
  };
}

/** Converts the report of a store to its wire format. */
export function toWireStoreReport(report: StoreReport): WireStoreReport {
  return { store: report.store, status: report.status, message: describeStoreError(report) };
}
