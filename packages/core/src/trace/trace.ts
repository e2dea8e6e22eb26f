import type { Resolution } from "../model/resolution.ts";
import type { Scope } from "../model/scope.ts";
import { describeDrop, describeReason, describeSkip } from "./describe-reason.ts";

/** Everything that was looked at for one request, and why, as plain data: what is stored, sent and shown. */
export interface Trace {
  readonly requestId: string;
  /** The names of all rules that were looked at. */
  readonly evaluated: readonly string[];
  readonly matched: readonly {
    readonly name: string;
    readonly scope: Scope;
    readonly reason: string;
    readonly matchedFiles: readonly string[];
  }[];
  readonly skipped: readonly { readonly name: string; readonly reason: string }[];
  readonly conflicts: readonly { readonly names: readonly string[]; readonly kind: string; readonly detail: string }[];
  readonly dropped: readonly {
    readonly name: string;
    readonly reason: string;
    readonly characters: number;
    readonly tokens: number;
  }[];
  /** The names of the rules in the answer, in order. */
  readonly final: readonly string[];
  readonly totalCharacters: number;
}

/** The trace of a resolution. It works out every skipped rule, so make it only where someone will read it. */
export function traceOf(resolution: Resolution): Trace {
  const { applied, skipped, dropped, matched, conflicts } = resolution;
  return {
    requestId: resolution.requestId,
    evaluated: [...applied, ...skipped, ...dropped].map(({ rule }) => rule.name),
    matched: matched.map(({ rule, reason, matchedFiles }) => ({
      name: rule.name,
      scope: rule.scope,
      reason: describeReason(reason),
      matchedFiles,
    })),
    skipped: skipped.map(({ rule, reason }) => ({ name: rule.name, reason: describeSkip(reason) })),
    conflicts: conflicts.map(({ names, kind, detail }) => ({ names, kind, detail })),
    dropped: dropped.map(({ rule, limit, characters, tokens }) => ({
      name: rule.name,
      reason: describeDrop(limit),
      characters,
      tokens,
    })),
    final: applied.map(({ rule }) => rule.name),
    totalCharacters: resolution.totals.characters,
  };
}
