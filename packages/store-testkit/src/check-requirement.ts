import type { RuleStore } from "@precept/core";
import { NotApplicable, type Subject } from "./check.ts";
import { checks } from "./checks.ts";
import { unsupportedChecks } from "./unsupported-checks.ts";
import { requirements, type Requirement, type RequirementId } from "./requirements.ts";
import { sameContent } from "./same-content.ts";
import type { RuleStoreSuite } from "./suite.ts";

type Demand =
  | { readonly kind: "meet" }
  /** The store lacks the capability, so it must reject the calls. */
  | { readonly kind: "reject"; readonly capability: keyof typeof unsupportedChecks }
  | { readonly kind: "skip"; readonly reason: string };

function demandOf({ needs, durable, peers }: Requirement, suite: RuleStoreSuite): Demand {
  const { capabilities } = suite;
  if (needs !== undefined && !capabilities[needs]) return { kind: "reject", capability: needs };
  if (needs !== undefined && !capabilities.write) return { kind: "reject", capability: "write" };
  if (durable && suite.reopen === undefined) return { kind: "skip", reason: "the store is not durable" };
  if (peers && suite.peer === undefined) return { kind: "skip", reason: "the suite has no second client" };
  return { kind: "meet" };
}

export interface Expectation {
  readonly title: string;
  readonly outcome: "passes" | "fails" | "skips";
}

export function expectationOf(id: RequirementId, suite: RuleStoreSuite): Expectation {
  const demand = demandOf(requirements[id], suite);
  const sentence = `${requirements[id].text} (${id})`;
  if (demand.kind === "skip") return { title: `${sentence}: ${demand.reason}`, outcome: "skips" };
  const title = demand.kind === "reject" ? `rejects without ${demand.capability}: ${sentence}` : sentence;
  const gap = suite.knownGaps?.find(({ requirement }) => requirement === id);
  return gap === undefined ? { title, outcome: "passes" } : { title: `known gap: ${title}: ${gap.reason}`, outcome: "fails" };
}

/**
 * Checks one requirement without registering a test, for example to verify that the contract detects a broken store.
 *
 * @returns the reason if the check was skipped.
 * @throws the error of the assertion or of the store if the store does not meet the requirement.
 */
export async function checkRequirement(id: RequirementId, suite: RuleStoreSuite): Promise<string | undefined> {
  const demand = demandOf(requirements[id], suite);
  if (demand.kind === "skip") return demand.reason;
  const opened = new Set<RuleStore>();
  try {
    const subject = await createSubject(suite, opened);
    const check = demand.kind === "reject" ? unsupportedChecks[demand.capability] : checks[id];
    await check(subject, subject.store);
  } catch (error) {
    if (error instanceof NotApplicable) return error.message;
    throw error;
  } finally {
    for (const store of opened) await store[Symbol.asyncDispose]();
  }
  return undefined;
}

/** @param opened receives the stores that the check opens. */
async function createSubject(suite: RuleStoreSuite, opened: Set<RuleStore>): Promise<Subject> {
  const track = (store: RuleStore): RuleStore => {
    opened.add(store);
    return store;
  };
  return {
    store: track(await suite.open()),
    capabilities: suite.capabilities,
    model: { runs: 100, maxCalls: 20, ...suite.model },
    openAnother: async () => track(await suite.open()),
    async reopen(store) {
      if (suite.reopen === undefined) throw new NotApplicable("the store is not durable");
      opened.delete(store);
      return track(await suite.reopen(store));
    },
    async openPeer(store) {
      if (suite.peer === undefined) throw new NotApplicable("the suite has no second client");
      return track(await suite.peer(store));
    },
    accepts: (rule) => suite.accepts?.(rule) ?? true,
    sameRule: (saved, returned) => suite.sameRule?.(saved, returned) ?? sameContent(saved, returned),
  };
}
