import type { RuleStore, StoreCapabilities } from "@precept/core";
import { NotApplicable, type Subject } from "./check.ts";
import { checks } from "./checks.ts";
import { unsupportedChecks } from "./unsupported-checks.ts";
import { requirementOf, type RequirementId } from "./requirements.ts";
import { sameContent } from "./same-content.ts";
import type { RuleStoreSuite } from "./suite.ts";

/** How a requirement is checked in a suite. */
export type Demand =
  | { readonly kind: "meet" }
  /** The store lacks the capability, so it must reject the calls. */
  | { readonly kind: "reject"; readonly capability: keyof typeof unsupportedChecks }
  | { readonly kind: "skip"; readonly reason: string };

export function demandOf(id: RequirementId, suite: RuleStoreSuite): Demand {
  const { needs, durable, peers } = requirementOf(id);
  const missing = missingCapability(needs, suite.capabilities);
  if (missing !== undefined) return { kind: "reject", capability: missing };
  if (durable && suite.reopen === undefined) return { kind: "skip", reason: "the store is not durable" };
  if (peers && suite.peer === undefined) return { kind: "skip", reason: "the suite has no second client" };
  return { kind: "meet" };
}

function missingCapability(
  needs: keyof typeof unsupportedChecks | undefined,
  capabilities: StoreCapabilities,
): keyof typeof unsupportedChecks | undefined {
  if (needs === undefined) return undefined;
  if (!capabilities[needs]) return needs;
  return capabilities.write ? undefined : "write";
}

/**
 * Checks one requirement without registering a test, for example to verify that the contract detects a broken store.
 *
 * @returns the reason if the check was skipped.
 * @throws the error of the assertion or of the store if the store does not meet the requirement.
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
    await (demand.kind === "reject" ? unsupportedChecks[demand.capability] : checks[id])(subject);
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
      if (suite.reopen === undefined) throw new NotApplicable("the store is not durable");
      opened.delete(store);
      const again = await suite.reopen(store);
      opened.add(again);
      return again;
    },
    async openPeer(store) {
      if (suite.peer === undefined) throw new NotApplicable("the suite has no second client");
      const peer = await suite.peer(store);
      opened.add(peer);
      return peer;
    },
    accepts: (rule) => suite.accepts?.(rule) ?? true,
    sameRule: (saved, returned) => suite.sameRule?.(saved, returned) ?? sameContent(saved, returned),
  };
}
