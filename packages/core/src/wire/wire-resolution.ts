import { describeDrop, describeReason, describeSkip } from "../trace/describe-reason.ts";
import type { Diagnostic } from "../model/diagnostic.ts";
import type { Resolution } from "../model/resolution.ts";
import type { Rule } from "../model/rule.ts";
import { uniqueDiagnostics } from "../model/unique-diagnostics.ts";
import { toWireDiagnostic, type WireDiagnostic } from "./wire-diagnostic.ts";

/** A rule in a list of reasons: enough to find it again. */
interface WireRuleMention {
  readonly id: string;
  readonly name: string;
  readonly scope: string;
  readonly inclusion: string;
  readonly source_path: string | null;
}

/** The answer to a request as every wire carries it. */
export interface WireResolution {
  readonly request_id: string;
  /** ISO 8601; null if the rulebook has no clock. */
  readonly timestamp: string | null;
  readonly applied: readonly (WireRuleMention & {
    readonly priority: number;
    readonly reason: string;
    readonly matched_files: readonly string[];
    readonly characters: number;
    readonly tokens: number;
    /** Whether the budget cut the rule's text. */
    readonly cut: boolean;
  })[];
  readonly skipped: readonly (WireRuleMention & { readonly reason: string })[];
  readonly conflicts: readonly {
    readonly kind: string;
    readonly names: readonly string[];
    readonly ids: readonly string[];
    readonly winner: string | null;
    readonly detail: string;
  }[];
  readonly dropped: readonly (WireRuleMention & {
    readonly limit: string;
    readonly reason: string;
    readonly characters: number;
    readonly tokens: number;
  })[];
  readonly diagnostics: readonly WireDiagnostic[];
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
}

/**
 * Converts a resolution to its wire form.
 *
 * @param diagnostics further diagnostics, such as those of all rule files, which come first. Those that the resolution has too are listed once.
 */
export function toWireResolution(resolution: Resolution, diagnostics: readonly Diagnostic[] = []): WireResolution {
  return {
    request_id: resolution.requestId,
    timestamp: resolution.timestamp ?? null,
    applied: resolution.applied.map(({ rule, reason, matchedFiles, characters, tokens, cut }) => ({
      ...mention(rule),
      priority: rule.priority,
      reason: describeReason(reason, matchedFiles),
      matched_files: matchedFiles,
      characters,
      tokens,
      cut,
    })),
    skipped: resolution.skipped.map(({ rule, reason }) => ({ ...mention(rule), reason: describeSkip(reason) })),
    conflicts: resolution.conflicts.map(({ kind, names, ids, winner = null, detail }) => ({ kind, names, ids, winner, detail })),
    dropped: resolution.dropped.map(({ rule, limit, characters, tokens }) => ({
      ...mention(rule),
      limit,
      reason: describeDrop(limit),
      characters,
      tokens,
    })),
    diagnostics: uniqueDiagnostics([...diagnostics, ...resolution.diagnostics]).map(toWireDiagnostic),
    request: resolution.request,
    prompt: resolution.prompt,
    totals: resolution.totals,
  };
}

function mention(rule: Rule): WireRuleMention {
  return { id: rule.id, name: rule.name, scope: rule.scope, inclusion: rule.inclusion, source_path: rule.origin.path ?? null };
}
