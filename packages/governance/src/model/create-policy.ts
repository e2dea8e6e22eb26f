import type { PolicyDocument } from "@precept/contract/policy";
import { deepFreeze, withoutUndefined, type Json } from "@precept/core";
import type { HookTest, Policy, PolicyMatch, PolicySequence, PolicyTest, SoftHookSettings, TextTest } from "./policy.ts";

/** How often advice must be ignored until it escalates, unless an interceptor says otherwise. */
export const defaultThreshold = 3;

/** Creates a policy from a valid document, and from its translated match and sequence. */
export function createPolicy(document: PolicyDocument, match: PolicyMatch, sequence?: PolicySequence): Policy {
  const { fix, metadata = {}, tests } = document;
  const maxFixes = fix?.max_fixes ?? countOf(metadata["max_fixes"]);
  return deepFreeze(
    withoutUndefined({
      id: document.id,
      version: document.version ?? "1.0.0",
      severity: document.severity,
      action: document.handler,
      category: document.category ?? "general",
      phases: listOf(document.phase),
      match,
      sequence,
      message: document.message,
      suggestion: document.suggestion,
      fix: fix && withoutUndefined({ replacement: fix.replacement, maxFixes }),
      metadata,
      softHooks: readSoftHooks(document.soft_hooks),
      mode: document.mode ?? "enforce",
      tests: { valid: (tests?.valid ?? []).map(readTest), invalid: (tests?.invalid ?? []).map(readTest) },
      enabled: document.enabled ?? true,
    }),
  );
}

function readSoftHooks(written: PolicyDocument["soft_hooks"] = {}): SoftHookSettings {
  return withoutUndefined({
    enabled: written.enabled ?? true,
    canBeIgnored: written.can_be_ignored ?? true,
    notifyOnIgnore: written.notify_on_ignore ?? false,
    boostPhase: written.priority_boost_phase,
    interceptors: (written.interceptors ?? []).map(
      ({
        type = "referrer",
        config: { threshold = defaultThreshold, upgrade_to: upgradeTo = "P2" as const, handler: action } = {},
      }) => withoutUndefined({ type, threshold, upgradeTo, action }),
    ),
  });
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
    return withoutUndefined({ kind: "hook" as const, payload: written.hook, context: written.context });
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
