import { stringify } from "yaml";

/** What a policy of a test looks for, and how: it finds `bad` unless something else is said. */
export interface PolicyFileInput {
  readonly id?: string;
  readonly severity?: "CRITICAL" | "HIGH" | "MEDIUM" | "LOW";
  readonly pattern?: string;
  /** Any other key of a policy. */
  readonly rest?: Readonly<Record<string, unknown>>;
}

/** The text of a file with one policy that stands its tests. */
export function policyFile(input: PolicyFileInput = {}): string {
  return stringify(policyValue(input));
}

/** A policy that stands its tests, as a value. */
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
