import type { Json, Scope } from "@precept/contract/values";
import type { Resolution, ResolutionBudget } from "../model/resolution.ts";
import { describeStoreError, type StoreReport } from "../model/store-state.ts";
import { describeDrop, describeReason, describeSkip } from "./describe-reason.ts";

/** The record of a resolution: all evaluated rules with the outcome of each, as plain data. */
export interface Trace {
  readonly requestId: string;
  /** ISO 8601. Absent if the rulebook has no clock. */
  readonly timestamp?: string;
  /** The files of the request, relative to the project. */
  readonly files: readonly string[];
  /** The names of the rules that were evaluated. */
  readonly evaluated: readonly string[];
  readonly matched: readonly {
    readonly name: string;
    readonly scope: Scope;
    readonly reason: string;
    readonly matchedFiles: readonly string[];
    /** The values that met the conditions of the rule, by variable. Absent if it has no conditions. */
    readonly variables?: Readonly<Record<string, Json>>;
  }[];
  readonly skipped: readonly { readonly name: string; readonly reason: string }[];
  /** The number of further skipped rules, which the lists leave out. Default 0. */
  readonly leftOut?: number;
  readonly conflicts: readonly { readonly names: readonly string[]; readonly kind: string; readonly detail: string }[];
  readonly dropped: readonly {
    readonly name: string;
    readonly reason: string;
    readonly characters: number;
    readonly tokens: number;
  }[];
  /** The rules that the agent can ask for, and whether the prompt lists them or the limit of the list left them out. */
  readonly requestable: readonly { readonly name: string; readonly isListed: boolean }[];
  /** The stores whose rules are missing from the resolution (`failed`), or may be out of date in it (`stale`). */
  readonly stores: readonly { readonly store: string; readonly status: StoreReport["status"]; readonly reason: string }[];
  /** The names of the applied rules, in order. */
  readonly final: readonly string[];
  /** The total length of the applied texts, in UTF-16 code units. */
  readonly totalContentSize: number;
  /** The limits that the rules had to fit into, and the token counter. */
  readonly budget?: ResolutionBudget;
}

export interface TraceOptions {
  /** The maximum number of skipped rules in the trace. Default: all. */
  readonly maxSkipped?: number;
}

/** Builds the trace of a resolution. Describes why each listed rule was skipped, so build it only if needed. */
export function buildTrace(resolution: Resolution, { maxSkipped = Number.POSITIVE_INFINITY }: TraceOptions = {}): Trace {
  const { applied, dropped, matched, conflicts } = resolution;
  const skipped = resolution.skipped.slice(0, maxSkipped);
  const leftOut = resolution.skipped.length - skipped.length;
  return {
    requestId: resolution.requestId,
    ...(resolution.timestamp !== undefined && { timestamp: resolution.timestamp }),
    files: resolution.request.files,
    evaluated: [...applied, ...skipped, ...dropped].map(({ rule }) => rule.name),
    matched: matched.map(({ rule, reason, matchedFiles, variables }) => ({
      name: rule.name,
      scope: rule.scope,
      reason: describeReason(reason),
      matchedFiles,
      ...(variables !== undefined && { variables }),
    })),
    skipped: skipped.map(({ rule, reason }) => ({ name: rule.name, reason: describeSkip(reason) })),
    ...(leftOut > 0 && { leftOut }),
    conflicts: conflicts.map(({ names, kind, detail }) => ({ names, kind, detail })),
    dropped: dropped.map(({ rule, limit, characters, tokens }) => ({
      name: rule.name,
      reason: describeDrop(limit),
      characters,
      tokens,
    })),
    requestable: [
      ...resolution.requestable.listed.map(({ name }) => ({ name, isListed: true })),
      ...resolution.requestable.leftOut.map(({ name }) => ({ name, isListed: false })),
    ],
    stores: resolution.stores.map(({ store, status, error }) => ({
      store,
      status,
      reason: describeStoreError({ store, error }),
    })),
    final: applied.map(({ rule }) => rule.name),
    totalContentSize: resolution.totals.characters,
    budget: resolution.budget,
  };
}
