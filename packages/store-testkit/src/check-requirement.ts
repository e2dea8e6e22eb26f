import type { RuleStore, StoreCapabilities } from "@precept/core";
import { NotApplicable, type Subject } from "./check.ts";
import { checks } from "./checks.ts";
import { refusals } from "./refusals.ts";
import { requirementOf, type RequirementId } from "./requirements.ts";
import { sameContent } from "./same-content.ts";
import type { RuleStoreSuite } from "./suite.ts";

/** What becomes of a requirement in a suite. */
export type Demand =
  | { readonly kind: "hold" }
  /** The store can't, and has to say so. */
  | { readonly kind: "refuse"; readonly capability: keyof typeof refusals }
  | { readonly kind: "skip"; readonly reason: string };

export function demandOf(id: RequirementId, suite: RuleStoreSuite): Demand {
  const { needs, durable } = requirementOf(id);
  const missing = missingCapability(needs, suite.capabilities);
  if (missing !== undefined) return { kind: "refuse", capability: missing };
  if (durable && suite.reopen === undefined) return { kind: "skip", reason: "its rules do not outlive it" };
  return { kind: "hold" };
}

function missingCapability(
  needs: keyof typeof refusals | undefined,
  capabilities: StoreCapabilities,
): keyof typeof refusals | undefined {
  if (needs === undefined) return undefined;
  if (!capabilities[needs]) return needs;
  return capabilities.write ? undefined : "write";
}

/**
 * Holds a store to one requirement, without a test around it: for those who want to see that the contract catches a store which they broke.
 *
 * @returns the reason why there was nothing to look at, if so.
 * @throws whatever the assertion, or the store, threw where the store does not keep the promise.
 */
export async function checkRequirement(id: RequirementId, suite: RuleStoreSuite): Promise<string | undefined> {
  const demand = demandOf(id, suite);
  if (demand.kind === "skip") return demand.reason;
  const opened = new Set<RuleStore>();
  const openAnother = async (): Promise<RuleStore> => {
    const store = await suite.open();
    opened.add(store);
    return store;
  };
  try {
    const subject = await subjectOf(suite, opened, openAnother);
    await (demand.kind === "refuse" ? refusals[demand.capability] : checks[id])(subject);
  } catch (error) {
    if (error instanceof NotApplicable) return error.message;
    throw error;
  } finally {
    for (const store of opened) await store[Symbol.asyncDispose]();
  }
  return undefined;
}

async function subjectOf(suite: RuleStoreSuite, opened: Set<RuleStore>, openAnother: () => Promise<RuleStore>): Promise<Subject> {
  return {
    store: await openAnother(),
    capabilities: suite.capabilities,
    model: { runs: 100, maxCalls: 20, ...suite.model },
    openAnother,
    async reopen(store) {
      if (suite.reopen === undefined) throw new NotApplicable("its rules do not outlive it");
      opened.delete(store);
      const again = await suite.reopen(store);
      opened.add(again);
      return again;
    },
    accepts: (rule) => suite.accepts?.(rule) ?? true,
    sameRule: (saved, kept) => suite.sameRule?.(saved, kept) ?? sameContent(saved, kept),
  };
}
