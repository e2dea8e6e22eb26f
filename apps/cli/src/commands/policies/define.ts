import type { Define } from "../../define.ts";
import { addPolicyContextOptions } from "../../policies/policy-context.ts";

export const definePolicies: Define = (program, run) => {
  const policies = program
    .command("policies")
    .summary("show, test and explain the policies")
    .description(
      "Shows the policies that are enforced here, runs their own tests, and explains what one of them says about a file.",
    );

  const list = policies
    .command("list")
    .summary("show all policies")
    .description("Shows the policies in force, where each comes from, and what is wrong with those that were refused.");
  list.action(() => run(list, [], async () => (await import("./list.ts")).listPolicies));

  const show = policies
    .command("show")
    .argument("<id>", "a policy")
    .summary("show one policy")
    .description("Shows everything about a policy.");
  show.action((id: string) => run(show, [id], async () => (await import("./show.ts")).showPolicy));

  const test = policies
    .command("test")
    .argument("[id]", "a policy (default: all)")
    .summary("run the policies' own tests")
    .description(
      "Runs the tests that policies bring along. A policy that fails them is refused and not enforced; it is shown with what its tests say. Ends with " +
        "exit code 1 where one fails, or a policy was refused for another reason.",
    );
  test.action((id?: string) => run(test, id === undefined ? [] : [id], async () => (await import("./test.ts")).testPolicies));

  const explain = policies
    .command("explain")
    .argument("<id>", "a policy")
    .argument("<file>", "a file; - reads a text from standard input")
    .summary("explain what a policy says about a file")
    .description(
      "Shows why a policy is broken in a file or why not: its phases, its files, its context, what has to be in the text, and what was accepted.",
    );
  addPolicyContextOptions(explain).action((id: string, file: string) =>
    run(explain, [id, file], async () => (await import("./explain.ts")).explainPolicy),
  );
};
