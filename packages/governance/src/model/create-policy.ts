import type { PolicyDocument } from "@precept/contract/policy";
import { deepFreeze, type Json } from "@precept/core";
import type { PolicySequence } from "./policy.ts";
import type { HookTest, Policy, PolicyMatch, PolicyTest, SoftHookSettings, TextTest } from "./policy.ts";

/** How often advice must be ignored until it escalates, unless an interceptor says otherwise. */
export const defaultThreshold = 3;

/** Creates a policy from a valid document, and from its translated match and sequence. */
export function createPolicy(document: PolicyDocument, match: PolicyMatch, sequence?: PolicySequence): Policy {
  const {
    id,
    version,
    severity,
    handler: action,
    category,
    phase,
    message,
    suggestion,
    fix,
    metadata = {},
    mode,
    enabled,
  } = document;
  const maxFixes = fix?.max_fixes ?? countOf(metadata["max_fixes"]);
  return deepFreeze({
    id,
    version: version ?? "1.0.0",
    severity,
    ...(action !== undefined && { action }),
    category: category ?? "general",
    phases: listOf(phase),
    match,
    ...(sequence !== undefined && { sequence }),
    message,
    ...(suggestion !== undefined && { suggestion }),
    ...(fix !== undefined && { fix: { replacement: fix.replacement, ...(maxFixes !== undefined && { maxFixes }) } }),
    metadata,
    softHooks: readSoftHooks(document.soft_hooks),
    mode: mode ?? "enforce",
    tests: {
      valid: (document.tests?.valid ?? []).map(readTest),
      invalid: (document.tests?.invalid ?? []).map(readTest),
    },
    enabled: enabled ?? true,
  });
}

function readSoftHooks(written: PolicyDocument["soft_hooks"]): SoftHookSettings {
  const boostPhase = written?.priority_boost_phase;
  return {
    enabled: written?.enabled ?? true,
    canBeIgnored: written?.can_be_ignored ?? true,
    notifyOnIgnore: written?.notify_on_ignore ?? false,
    ...(boostPhase !== undefined && { boostPhase }),
    interceptors: (written?.interceptors ?? []).map(
      ({ type = "referrer", config: { threshold, upgrade_to, handler: action } = {} }) => ({
        type,
        threshold: threshold ?? defaultThreshold,
        upgradeTo: upgrade_to ?? "P2",
        ...(action !== undefined && { action }),
      }),
    ),
  };
}

type WrittenTest = NonNullable<NonNullable<PolicyDocument["tests"]>["valid"]>[number];
type WrittenStep = Exclude<WrittenTest, readonly unknown[]>;

function readTest(written: WrittenTest): PolicyTest {
  if (Array.isArray(written)) return { kind: "sequence", steps: (written as readonly WrittenStep[]).map(readStep) };
  return readStep(written);
}

function readStep(written: WrittenStep): TextTest | HookTest {
  if (typeof written === "string") return { kind: "text", text: written };
  if ("hook_event_name" in written) return { kind: "hook", payload: written as HookTest["payload"] };
  if ("hook" in written) {
    const { hook, context } = written;
    return { kind: "hook", payload: hook, ...(context !== undefined && { context }) };
  }
  return { kind: "text", ...(written as { text: string }) };
}

/** Returns a value as a list, which is empty for undefined. */
export function listOf<Value>(written: Value | readonly Value[] | undefined): readonly Value[] {
  if (written === undefined) return [];
  return Array.isArray(written) ? written : [written as Value];
}

function countOf(value: Json | undefined): number | undefined {
  return typeof value === "number" && value >= 1 ? Math.floor(value) : undefined;
}
