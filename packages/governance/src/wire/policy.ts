import type { PolicyDocument } from "@precept/contract/policy";
import { withoutUndefined } from "@precept/core";
import { writeDuration } from "../model/duration.ts";
import type { HookTest, Policy, PolicySequence, PolicyTest, SoftHookSettings, TextTest } from "../model/policy.ts";
import { toWireMatch } from "./match.ts";

/** Converts a policy to its document, with defaults filled in. `readPolicy` reads it back as the same policy. */
export function toWirePolicy(policy: Policy): PolicyDocument {
  const { phases, sequence, fix, tests } = policy;
  return withoutUndefined({
    id: policy.id,
    version: policy.version,
    severity: policy.severity,
    handler: policy.action,
    category: policy.category,
    phase: phases.length > 0 ? [...phases] : undefined,
    match: toWireMatch(policy.match),
    sequence: sequence && toWireSequence(sequence),
    message: policy.message,
    suggestion: policy.suggestion,
    fix: fix && withoutUndefined({ replacement: fix.replacement, max_fixes: fix.maxFixes }),
    metadata: { ...policy.metadata },
    soft_hooks: toWireSoftHooks(policy.softHooks),
    mode: policy.mode,
    tests: { valid: tests.valid.map(toWireTest), invalid: tests.invalid.map(toWireTest) },
    enabled: policy.enabled,
  });
}

function toWireSequence({ after, within, unless, count, same, failed, per }: PolicySequence) {
  return withoutUndefined({
    after: after && toWireMatch(after),
    within: within === undefined ? undefined : writeDuration(within),
    unless: unless && toWireMatch(unless),
    count,
    same,
    failed,
    per: per === undefined ? undefined : writeDuration(per),
  });
}

function toWireSoftHooks({ enabled, canBeIgnored, notifyOnIgnore, boostPhase, interceptors }: SoftHookSettings) {
  return withoutUndefined({
    enabled,
    can_be_ignored: canBeIgnored,
    notify_on_ignore: notifyOnIgnore,
    priority_boost_phase: boostPhase,
    interceptors: interceptors.map(({ type, threshold, upgradeTo, action }) => ({
      type,
      config: withoutUndefined({ threshold, upgrade_to: upgradeTo, handler: action }),
    })),
  });
}

function toWireTest(test: PolicyTest) {
  return test.kind === "sequence" ? test.steps.map(toWireStep) : toWireStep(test);
}

function toWireStep(test: TextTest | HookTest) {
  const context = test.context && { ...test.context };
  if (test.kind === "hook") return withoutUndefined({ hook: { ...test.payload }, context });
  const { text, subject, file, fixed } = test;
  const details = withoutUndefined({ subject, file, context, fixed });
  return Object.keys(details).length === 0 ? text : { text, ...details };
}
