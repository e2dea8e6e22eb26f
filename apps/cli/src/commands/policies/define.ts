import type { Define } from "../../define.ts";
import { addPolicyContextOptions } from "../../policies/policy-context.ts";

const guide = "guides/policies.md";

export const definePolicies: Define = (program) => {
  const policies = program
    .command("policies")
    .summary("list, test and explain policies")
    .description(
      "Lists the policies of the project, runs their tests, and explains why a file does or does not violate a policy.",
    )
    .examples(guide, {
      "List the active policies": "precept policies list",
      "Why does a policy not report a file?": "precept policies explain SECRET-TOKEN src/config.ts",
    });

  policies
    .command("list")
    .summary("list the active policies")
    .description("Lists the active policies and their files, and the errors of policies that were refused.")
    .examples(guide, { "List the active policies": "precept policies list" })
    .runs(async () => (await import("./command.ts")).listPolicies);

  policies
    .command("show")
    .argument("<policy>", "the id of a policy")
    .summary("show one policy")
    .description("Shows all fields of a policy.")
    .examples(guide, { "Show a policy": "precept policies show SECRET-TOKEN" })
    .runs(async () => (await import("./command.ts")).showPolicy);

  policies
    .command("test")
    .argument("[policy]", "the id of a policy (default: all)")
    .summary("run the tests of policies")
    .description(
      "Runs the tests that policies define. A policy that fails its tests is refused and not enforced. Exits with code 1 if a test fails or a policy was " +
        "refused for another reason.",
    )
    .option("--strict", "fail if a policy that checks texts has no tests")
    .examples(guide, {
      "Run all tests": "precept policies test",
      "Fail if a policy has no tests": "precept policies test --strict",
    })
    .runs(async () => (await import("./command.ts")).testPolicies);

  policies
    .command("explain")
    .argument("<policy>", "the id of a policy")
    .argument("<file>", "a file; - reads a text from standard input")
    .summary("explain why a file does or does not violate a policy")
    .description(
      "Explains why a file does or does not violate a policy: the phase, the file patterns, the context, the text, and accepted violations.",
    )
    .examples(guide, { "Explain one file": "precept policies explain SECRET-TOKEN src/config.ts" })
    .with(addPolicyContextOptions)
    .runs(async () => (await import("./explain.ts")).explainPolicy);
};
