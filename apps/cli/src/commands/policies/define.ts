import { policyActions, policySeverities, subjectKinds } from "@precept/contract/values";
import { Option } from "commander";
import type { Define } from "../../define.ts";
import { collect } from "../../options.ts";
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

  policies
    .command("try")
    .argument(
      "<subject>",
      "a command, the path of a file or of a saved hook payload; - reads a text or a payload from standard input",
    )
    .summary("show step by step what the policies do with a command, a file or a hook payload")
    .description(
      "Checks a command, a file or a hook payload as if an agent ran, wrote or sent it, and shows the conditions of each violated policy, with the words " +
        "of commands as resolved. Nothing is run, and nothing is written to the audit log.",
    )
    .with(addPolicyContextOptions)
    .option("--policy <id>", "show this policy, also if it is not violated (repeatable)", collect)
    .option("--all", "show the steps of all policies")
    .addOption(new Option("--subject <kind>", "what the text is (default: found out from the argument)").choices(subjectKinds))
    .examples(guide, {
      "What happens to a command?": 'precept policies try "cd docs && rm -rf ../src"',
      "Why does a policy not stop it?": 'precept policies try "git push -f" --policy GIT-FORCE-PUSH',
      "What happens to a saved hook payload?": "precept policies try payload.json",
    })
    .runs(async () => (await import("./try.ts")).tryPolicies);

  policies
    .command("propose")
    .argument("[rule]", "a rule by name (default: all)")
    .summary("turn sentences of rules into policies")
    .description(
      "Reads the sentences of rules that prohibit something, and prints a policy with tests for each that can be looked for. Says which sentences " +
        "become none, and why.",
    )
    .option("--write", "write the policies in shadow mode, and name them in `checks` of their rules")
    .option("--only <id>", "only this policy (repeatable)", collect)
    .examples("guides/ignored-rules.md", {
      "What could be checked in a rule": "precept policies propose money",
      "Write one of the policies": "precept policies propose money --only MONEY-NO-PARSEFLOAT --write",
    })
    .runs(
      async () => (await import("./propose.ts")).proposeFromRules,
      ({ write }: { readonly write?: boolean }) => ({ writes: write === true }),
    );

  policies
    .command("new")
    .argument("[id]", "the id of the policy")
    .summary("write a policy with tests")
    .description(
      "Writes a policy to .precept/policies, with tests from the examples that you give. Asks for what the options do not say. A policy that would be " +
        "refused, for example because it does not report its own example, is not written, and no file is overwritten.",
    )
    .optionsGroup("What the policy is about:")
    .option("--program <name>", "commands that run this program (repeatable)", collect)
    .option("--subcommand <words>", 'with --program: the subcommand, such as "s3 rb"')
    .option("--flag <flag>", "with --program: a flag that must be present (repeatable)", collect)
    .option("--operands <pattern>", "with --program: a regular expression that an operand must match")
    .option("--pattern <pattern>", "texts that match this regular expression")
    .option("--in <glob>", "with --pattern: only in these files (repeatable)", collect)
    .option("--protect <glob>", "changes of these files (repeatable)", collect)
    .optionsGroup("")
    .option("--invalid <example>", "a command, a text or a path that violates the policy (repeatable)", collect)
    .option("--valid <example>", "one that does not violate it (repeatable)", collect)
    .addOption(
      new Option("--severity <severity>", "decides the action (default: MEDIUM, which only logs)").choices(policySeverities),
    )
    .addOption(new Option("--handler <action>", "the action (default: that of the severity)").choices(policyActions))
    .option("--message <text>", "what is wrong")
    .option("--suggestion <text>", "what to do instead")
    .option("--shadow", "report violations without acting on them")
    .option("--dry-run", "print the policy without writing it")
    .examples(guide, {
      "Answer questions": "precept policies new",
      "Without questions":
        'precept policies new NO-DESTROY --program terraform --subcommand destroy --invalid "terraform destroy" --valid "terraform plan -destroy" ' +
        '--severity CRITICAL --message "This deletes the infrastructure."',
    })
    .runs(async () => (await import("./new.ts")).newPolicy, { writes: true });
};
