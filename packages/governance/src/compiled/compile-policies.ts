import { prefilterPatternsOf } from "../prepare/prepare-policies.ts";
import type { ParsedPolicies } from "../parse/parse-policies.ts";
import { reverseText, type CompiledDocument } from "./load-compiled-policies.ts";
import { requiredLiterals } from "../prefilter/required-literals.ts";

/**
 * Compiles the policies of a file to a text that `loadCompiledPolicies` reads much faster than YAML: the parsed
 * policies, their diagnostics, and the literals that their patterns require.
 *
 * @returns JSON on one line. Undefined if JSON cannot represent a policy, such as one with the number `-0.0` in its
 * metadata.
 *
 * @example
 * ```ts
 * import { compilePolicies, loadCompiledPolicies, parsePolicies } from "@precept/governance";
 *
 * const yaml = "{ id: NO-SUDO, severity: CRITICAL, match: { keywords: [sudo] }, message: Do not use sudo. }";
 * const compiled = compilePolicies(parsePolicies(yaml));
 * const policies = compiled && loadCompiledPolicies(compiled).policies;
 * ```
 */
export function compilePolicies({ policies, diagnostics }: ParsedPolicies): string | undefined {
  const document: CompiledDocument = {
    // The key remains, so that the keys of a loaded policy are in the same order.
    policies: policies.map(({ policy, location }) => ({ policy: { ...policy, tests: null }, location })),
    diagnostics,
    literals: policies.map(({ policy }) =>
      prefilterPatternsOf(policy).map(({ source, flags }) => requiredLiterals(source, flags) ?? null),
    ),
    tests: reverseText(JSON.stringify(policies.map(({ policy }) => policy.tests))),
  };
  return policies.every(({ policy }) => isJson(policy)) ? JSON.stringify(document) : undefined;
}

/** Whether a value is the same after it was written as JSON and read. */
function isJson(value: unknown): boolean {
  if (typeof value === "number") return Number.isFinite(value) && !Object.is(value, -0);
  if (typeof value !== "object") return typeof value === "string" || typeof value === "boolean";
  if (value === null) return true;
  return Array.isArray(value) ? value.every(isJson) : isPlain(value) && Object.values(value).every(isJson);
}

function isPlain(value: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}
