import type { Decision } from "../model/decision.ts";
import { policyActionSpecs } from "../model/policy-action.ts";
import type { SoftHook, SoftHookKey, SoftHookParty } from "./state.ts";

/** A violation that was there when somebody looked. */
export interface Sighting {
  readonly policy: string;
  readonly fingerprint: string;
  readonly file?: string;
  /** Whether it is advice as yet. */
  readonly isSoft: boolean;
}

/** Somebody looked at texts after a tool was used, or before it is. */
export interface Look extends SoftHookParty {
  readonly kind: "looked";
  /** The same for everything that one use of a tool sets off. */
  readonly toolUse: string;
  /** The files that were looked at; undefined among them for texts that are in none. */
  readonly files: readonly (string | undefined)[];
  /** The policies that were checked: of any other nobody knows whether it is still broken. */
  readonly checked: readonly string[];
  readonly sightings: readonly Sighting[];
}

/** What happens to advice. */
export type SoftHookEvent =
  | Look
  | ({ readonly kind: "ignored"; readonly toolUse: string } & SoftHookKey)
  | ({ readonly kind: "complied" } & SoftHookKey)
  | { readonly kind: "ended"; readonly session: string }
  | { readonly kind: "forked"; readonly from: string; readonly to: string };

/** What came of an event, for the log and for those who want to be told. */
export type SoftHookEffect =
  | { readonly kind: "triggered"; readonly hook: SoftHook; readonly threshold: number }
  | { readonly kind: "ignored"; readonly hook: SoftHook; readonly threshold: number; readonly notify: boolean }
  | { readonly kind: "upgraded"; readonly hook: SoftHook; readonly threshold: number }
  | { readonly kind: "complied"; readonly hook: SoftHook };

/** The look that a decision stands for. It has to be the decision as it was made, before {@link escalateDecision}. */
export function lookOf(
  decision: Decision,
  party: SoftHookParty & { readonly toolUse: string },
  files: readonly (string | undefined)[],
): Look {
  // What a pattern needs was not there, so it need not be run for anybody to know; or all that it found may stay.
  const ruledOut = decision.skipped
    .filter(({ reason }) => reason.kind === "prefilter" || reason.kind === "excused")
    .map(({ policy }) => policy);
  const broken = [...decision.violations, ...decision.accepted.map(({ violation }) => violation), ...decision.shadowed];
  return {
    kind: "looked",
    session: party.session,
    agent: party.agent,
    toolUse: party.toolUse,
    files,
    checked: [...new Set([...decision.passed, ...ruledOut, ...broken.map(({ policy }) => policy)])],
    sightings: decision.violations.map(({ policy, fingerprint, file, action }) => ({
      policy,
      fingerprint,
      ...(file !== undefined && { file }),
      isSoft: policyActionSpecs[action].isAdvice,
    })),
  };
}
