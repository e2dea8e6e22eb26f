import type { Define } from "../../define.ts";
import { addUsage, helpCommand } from "../../help-text.ts";
import { addPolicyContextOptions } from "../../policies/policy-context.ts";

const guide = "guides/policies.md";

export const definePolicies: Define = (program, run) => {
  const policies = program
    .command("policies")
    .helpCommand(...helpCommand)
    .summary("list, test and explain policies")
    .description(
      "Lists the policies of the project, runs their tests, and explains why a file does or does not violate a policy.",
    );
  addUsage(policies, guide, {
    "List the active policies": "precept policies list",
    "Why does a policy not report a file?": "precept policies explain SECRET-TOKEN src/config.ts",
  });

  const list = policies
    .command("list")
    .summary("list the active policies")
    .description("Lists the active policies and their files, and the errors of policies that were refused.");
  addUsage(list, guide, { "List the active policies": "precept policies list" });
  run(list, async () => (await import("./list.ts")).listPolicies);

  const show = policies
    .command("show")
    .argument("<policy>", "the id of a policy")
    .summary("show one policy")
    .description("Shows all fields of a policy.");
  addUsage(show, guide, { "Show a policy": "precept policies show SECRET-TOKEN" });
  run(show, async () => (await import("./show.ts")).showPolicy);

  const test = policies
    .command("test")
    .argument("[policy]", "the id of a policy (default: all)")
    .summary("run the tests of policies")
    .description(
      "Runs the tests that policies define. A policy that fails its tests is refused and not enforced. Exits with code 1 if a test fails or a policy was " +
        "refused for another reason.",
    )
    .option("--strict", "fail if a policy that checks texts has no tests");
  addUsage(test, guide, {
    "Run all tests": "precept policies test",
    "Fail if a policy has no tests": "precept policies test --strict",
  });
  run(test, async () => (await import("./test.ts")).testPolicies);

  const explain = policies
    .command("explain")
    .argument("<policy>", "the id of a policy")
    .argument("<file>", "a file; - reads a text from standard input")
    .summary("explain why a file does or does not violate a policy")
    .description(
      "Explains why a file does or does not violate a policy: the phase, the file patterns, the context, the text, and accepted violations.",
    );
  addUsage(explain, guide, { "Explain one file": "precept policies explain SECRET-TOKEN src/config.ts" });
  run(addPolicyContextOptions(explain), async () => (await import("./explain.ts")).explainPolicy);
};
