import { deepFreeze, type Diagnostic } from "@precept/core";
import type { Policy, PolicyTests } from "../model/policy.ts";
import type { LocatedPolicy, ParsedPolicies } from "../parse/parse-policies.ts";
import { compiledLiterals, type CompiledLiterals } from "../prepare/prepare-policies.ts";

/** The value that `compilePolicies` writes as JSON. Most processes never read the tests. */
export interface CompiledDocument {
  readonly policies: readonly { readonly policy: object; readonly location: object }[];
  readonly diagnostics: readonly Diagnostic[];
  /** The literals of each policy. */
  readonly literals: readonly CompiledLiterals[];
  /**
   * The tests of all policies, as JSON from its last character to its first: tests contain made-up secrets, which
   * secret scanners would report in a generated file.
   */
  readonly tests: string;
}

/** Starter policies in compiled form. They are valid. */
export interface CompiledStarter {
  /** The SHA-256 of the YAML text that was compiled, in lower-case hexadecimal. */
  readonly digest: string;
  /** The policies, compiled by `compilePolicies`: the text, or its parsed value. */
  readonly compiled: string | CompiledDocument;
  /** The diagnostics of validating them with the default tables. */
  readonly diagnostics: readonly Diagnostic[];
}

/**
 * Loads policies that `compilePolicies` compiled. They equal the parsed policies; their tests are read on first use.
 *
 * @param compiled the output of `compilePolicies`. It is not validated, so only the user or Precept must be able to
 * write it.
 * @throws SyntaxError or TypeError if the text is damaged.
 */
export function loadCompiledPolicies(compiled: string | CompiledDocument): ParsedPolicies {
  const document = typeof compiled === "string" ? (JSON.parse(compiled) as CompiledDocument) : compiled;
  let tests: readonly PolicyTests[] | undefined;
  const testsAt = (at: number): PolicyTests => {
    tests ??= deepFreeze(JSON.parse(reverseText(document.tests)) as PolicyTests[]);
    return tests[at] ?? { valid: [], invalid: [] };
  };
  const policies = document.policies.map(({ policy: compiledPolicy, location }, at): LocatedPolicy => {
    const policy = { ...compiledPolicy };
    for (const value of Object.values(policy)) deepFreeze(value);
    Object.defineProperty(policy, "tests", { enumerable: true, get: () => testsAt(at) });
    const loaded = Object.freeze(policy) as Policy;
    compiledLiterals.set(loaded.match, document.literals[at] ?? missingLiterals());
    return { policy: loaded, location };
  });
  return { policies, diagnostics: document.diagnostics };
}

function missingLiterals(): never {
  throw new TypeError("The compiled policies have no literals for a policy.");
}

/** Returns the UTF-16 code units of a text from the last to the first. */
export function reverseText(text: string): string {
  return text.split("").toReversed().join("");
}
