import type { RegistrationRecord } from "@precept/audit-log";
import { withoutUndefined, type Json } from "@precept/core";
import { sha256 } from "@precept/files";
import { hashPolicy, type Policy } from "@precept/governance";
import type { RegistrationOutcome } from "../load/registry.ts";
import type { Registrant } from "../policy-source.ts";

/** The maximum length of a text that a client chooses, such as its name, in UTF-16 code units. */
const maxLength = 256;

/**
 * Converts the outcome of a registration to a record of the audit log.
 *
 * @param by undefined: the program itself.
 * @param failure why an accepted policy could not be saved.
 */
export function toRegistrationRecord(
  { policy, accepted, replaced, diagnostics }: RegistrationOutcome,
  by: Registrant | undefined,
  failure?: string,
): RegistrationRecord {
  const errors = diagnostics.filter(({ severity }) => severity === "error").map(({ message }) => message);
  const reason = failure ?? (errors.join(" ") || "It contains no policy.");
  return {
    rule_id: policy?.id ?? null,
    ...(policy === undefined ? { version: null, policy_hash: null } : versionOf(policy)),
    accepted,
    reason: accepted ? null : reason.slice(0, 4 * maxLength),
    replaces: replaced === undefined ? null : versionOf(replaced),
    registrant: by === undefined ? { program: true } : describeRegistrant(by),
  };
}

function versionOf(policy: Policy): { readonly version: string; readonly policy_hash: string } {
  return { version: shorten(policy.version), policy_hash: hashPolicy(policy, sha256) };
}

function describeRegistrant({ client, name, user, session, agent }: Registrant): Readonly<Record<string, Json>> {
  const known = withoutUndefined({ client, name, user, session, agent });
  return Object.fromEntries(Object.entries(known).map(([key, value]) => [key, shorten(value)]));
}

function shorten(text: string): string {
  return text.length <= maxLength ? text : `${text.slice(0, maxLength)}…`;
}
