import { policyActionSpecs } from "@precept/contract/values";
import { withoutUndefined } from "@precept/core";
import type { Decision, Violation } from "../model/decision.ts";
import type { SoftHook, SoftHookActor, SoftHookKey } from "./state.ts";

/** A violation that a check found. */
export interface Occurrence extends Pick<Violation, "policy" | "fingerprint" | "file"> {
  /** Whether its action is only advice. */
  readonly isAdvice: boolean;
}

/** A check of the texts of one tool use. */
export interface SoftHookCheck extends SoftHookActor {
  readonly kind: "checked";
  /** The id of the tool use. All checks of one tool use have the same id. */
  readonly toolUse: string;
  /** The files that were checked. Undefined represents texts without a file. */
  readonly files: readonly (string | undefined)[];
  /** The policies that were checked. The advice of other policies stays open. */
  readonly policies: readonly string[];
  readonly occurrences: readonly Occurrence[];
}

/** An event that changes the state of advice. */
export type SoftHookEvent =
  | SoftHookCheck
  | ({ readonly kind: "ignored"; readonly toolUse: string } & SoftHookKey)
  | ({ readonly kind: "complied" } & SoftHookKey)
  | { readonly kind: "ended"; readonly session: string }
  | { readonly kind: "forked"; readonly from: string; readonly to: string };

/** An effect of an event, for the soft-hook log and for notifications. */
export type SoftHookEffect =
  | { readonly kind: "triggered"; readonly hook: SoftHook; readonly threshold: number }
  | { readonly kind: "ignored"; readonly hook: SoftHook; readonly threshold: number; readonly notify: boolean }
  | { readonly kind: "upgraded"; readonly hook: SoftHook; readonly threshold: number }
  | { readonly kind: "complied"; readonly hook: SoftHook };

/**
 * Creates the event for a decision.
 *
 * @param decision the decision before {@link escalateDecision}.
 * @param files the files that were checked as a whole.
 */
export function softHookCheckOf(
  decision: Decision,
  { session, agent, toolUse }: SoftHookActor & { readonly toolUse: string },
  files: readonly (string | undefined)[],
): SoftHookCheck {
  // Prefiltered and excepted policies, and policies whose sequence does not hold, are certainly not violated.
  const withoutViolation = decision.skipped
    .filter(({ reason }) => reason.kind === "prefilter" || reason.kind === "excepted" || reason.kind === "sequence")
    .map(({ policy }) => policy);
  const violated = [...decision.violations, ...decision.accepted.map(({ violation }) => violation), ...decision.shadowed];
  return {
    kind: "checked",
    session,
    agent,
    toolUse,
    files,
    policies: [...new Set([...decision.passed, ...withoutViolation, ...violated.map(({ policy }) => policy)])],
    occurrences: decision.violations.map(({ policy, fingerprint, file, action }) =>
      withoutUndefined({ policy, fingerprint, file, isAdvice: policyActionSpecs[action].isAdvice }),
    ),
  };
}
