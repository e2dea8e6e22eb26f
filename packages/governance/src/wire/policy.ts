import type { PolicyDocument } from "@precept/contract/policy";
import { toWireSequence } from "./sequence.ts";
import type { HookTest, Policy, PolicyTest, SoftHookSettings, TextTest } from "../model/policy.ts";
import { toWireMatch } from "./match.ts";

/** Converts a policy to its document, with defaults filled in. `readPolicy` reads it back as the same policy. */
export function toWirePolicy(policy: Policy): PolicyDocument {
  const { match, fix, tests, action, suggestion } = policy;
  return {
    id: policy.id,
    version: policy.version,
    severity: policy.severity,
    ...(action !== undefined && { handler: action }),
    category: policy.category,
    ...(policy.phases.length > 0 && { phase: [...policy.phases] }),
    match: toWireMatch(match),
    ...(policy.sequence !== undefined && { sequence: toWireSequence(policy.sequence) }),
    message: policy.message,
    ...(suggestion !== undefined && { suggestion }),
    ...(fix !== undefined && {
      fix: { replacement: fix.replacement, ...(fix.maxFixes !== undefined && { max_fixes: fix.maxFixes }) },
    }),
    metadata: { ...policy.metadata },
    soft_hooks: toWireSoftHooks(policy.softHooks),
    mode: policy.mode,
    tests: { valid: tests.valid.map(toWireTest), invalid: tests.invalid.map(toWireTest) },
    enabled: policy.enabled,
  };
}

function toWireSoftHooks({ enabled, canBeIgnored, notifyOnIgnore, boostPhase, interceptors }: SoftHookSettings) {
  return {
    enabled,
    can_be_ignored: canBeIgnored,
    notify_on_ignore: notifyOnIgnore,
    ...(boostPhase !== undefined && { priority_boost_phase: boostPhase }),
    interceptors: interceptors.map(({ type, threshold, upgradeTo, action }) => ({
      type,
      config: { threshold, upgrade_to: upgradeTo, ...(action !== undefined && { handler: action }) },
    })),
  };
}

function toWireTest(test: PolicyTest) {
  return test.kind === "sequence" ? test.steps.map(toWireStep) : toWireStep(test);
}

function toWireStep(test: TextTest | HookTest) {
  if (test.kind === "hook") {
    return { hook: { ...test.payload }, ...(test.context !== undefined && { context: { ...test.context } }) };
  }
  const { text, subject, file, context, fixed } = test;
  if (subject === undefined && file === undefined && context === undefined && fixed === undefined) return text;
  return {
    text,
    ...(subject !== undefined && { subject }),
    ...(file !== undefined && { file }),
    ...(context !== undefined && { context: { ...context } }),
    ...(fixed !== undefined && { fixed }),
  };
}
