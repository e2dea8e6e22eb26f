import { stringify } from "yaml";

/** A policy for a test. By default it matches `bad`. */
export interface PolicyFileInput {
  readonly id?: string;
  readonly severity?: "CRITICAL" | "HIGH" | "MEDIUM" | "LOW";
  readonly pattern?: string;
  /** Other keys of the policy. */
  readonly rest?: Readonly<Record<string, unknown>>;
}

/** Returns the YAML of a policy whose tests pass. */
export function policyFile(input: PolicyFileInput = {}): string {
  return stringify(policyValue(input));
}

/** Returns a policy whose tests pass, as an object. */
export function policyValue({ id = "A-1", severity = "MEDIUM", pattern = "bad", rest = {} }: PolicyFileInput = {}): object {
  return {
    id,
    severity,
    match: { pattern },
    message: `${id} is broken.`,
    tests: { valid: ["fine"], invalid: [pattern] },
    ...rest,
  };
}
