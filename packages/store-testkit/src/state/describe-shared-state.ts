import type { SharedState } from "@precept/core";
import { describe, it } from "vitest";
import { stateRequirementIds, stateRequirements, type StateRequirement, type StateRequirementId } from "./requirements.ts";
import { stateChecks } from "./state-checks.ts";
import type { SharedStateSuite } from "./state-suite.ts";

/** The time limit of a test, in milliseconds. Long, because some machines are slow. */
const timeout = 120_000;

const registers = { passes: it, skips: it.skip } as const;

/**
 * Registers the contract of `SharedState` as vitest tests: one for each requirement, with its text and id as title.
 *
 * @example
 * ```ts
 * import { createMemoryState } from "@precept/core";
 * import { describeSharedState } from "@precept/store-testkit";
 *
 * describeSharedState("state in memory", { open: async () => createMemoryState({ now: () => performance.now() }) });
 * ```
 */
export function describeSharedState(name: string, suite: SharedStateSuite): void {
  const { forms = ["records", "log", "rates", "state"] } = suite;
  describe(`${name} as shared state`, () => {
    for (const id of stateRequirementIds.filter((one) => forms.includes(stateRequirements[one].form))) {
      const { text, needs }: StateRequirement = stateRequirements[id];
      const isMissing = needs !== undefined && suite[needs] === undefined;
      const run = (): Promise<void> => checkStateRequirement(id, suite);
      registers[isMissing ? "skips" : "passes"](
        `${text} (${id})${isMissing ? `: the suite has no ${needs}` : ""}`,
        { timeout },
        run,
      );
    }
  });
}

/**
 * Checks one requirement without registering a test, for example to verify that the contract detects broken state.
 *
 * @throws the error of the assertion or of the state if the state does not meet the requirement.
 */
export async function checkStateRequirement(id: StateRequirementId, suite: SharedStateSuite): Promise<void> {
  const opened = new Set<SharedState>();
  const track = (state: SharedState): SharedState => {
    opened.add(state);
    return state;
  };
  const state = track(await suite.open());
  const need = <Member extends "peer" | "reopen" | "pass">(member: Member): NonNullable<SharedStateSuite[Member]> => {
    const found = suite[member];
    if (found === undefined) throw new Error(`The suite has no \`${member}\`.`);
    return found;
  };
  try {
    await stateChecks[id]({
      state,
      openPeer: async () => track(await need("peer")(state)),
      reopen: async () => track(await need("reopen")(state)),
      pass: (days) => need("pass")(state, days),
      patienceMs: suite.patienceMs ?? 10_000,
    });
  } finally {
    for (const one of opened) await one[Symbol.asyncDispose]();
  }
}
