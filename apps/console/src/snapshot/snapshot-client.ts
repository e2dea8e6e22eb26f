import type { PreceptClient } from "@precept/client";
import type { ResolveSettings } from "@precept/contract";
import {
  createMemoryStore,
  createRulebook,
  fromWireRequest,
  nearestSkipped,
  PreceptError,
  toWireNearest,
  toWireResolution,
  toWireRule,
  type TokenCounter,
} from "@precept/core";
import { estimateWithTokenx } from "@precept/token-counters/tokenx";
import type { SnapshotData } from "./snapshot-data.ts";

/** The fields of a call that are not part of the request. A snapshot counts no uses. */
const noRequest: ReadonlySet<string> = new Set(["max_skipped", "count_use"]);

const tokens: TokenCounter = { id: "tokenx", count: estimateWithTokenx };

/**
 * Creates a client that answers from a snapshot, with the rulebook that answers requests in the server. It has the
 * methods that the pages of a snapshot call.
 */
export function createSnapshotClient({ rules, settings, budget, files }: SnapshotData): PreceptClient {
  const rulebook = createRulebook({ stores: [createMemoryStore({ rules })], ...settings, tokens });
  const get = async (id: string) => {
    const found = rules.find((rule) => rule.id === id);
    if (found === undefined) throw new PreceptError("RULE_NOT_FOUND", { name: id, known: [] });
    return toWireRule(found);
  };
  const methods: unknown = {
    resolve: async (body: Readonly<Record<string, unknown>> & Partial<Pick<ResolveSettings, "max_skipped">>) => {
      const request = Object.fromEntries(Object.entries(body).filter(([name]) => !noRequest.has(name)));
      const resolution = await rulebook.resolve(fromWireRequest(request));
      const nearest = toWireNearest(nearestSkipped(resolution, body.max_skipped ?? 0));
      return { ...toWireResolution(resolution), nearest_skipped: nearest };
    },
    send: async (_route: string, { params }: { readonly params: { readonly rule: string } }) => ({
      body: await get(params.rule),
    }),
    rules: { get },
    review: { list: async () => ({ items: [], stores: [] }) },
    project: { budget: async () => budget, files: async () => files },
  };
  return methods as PreceptClient;
}
