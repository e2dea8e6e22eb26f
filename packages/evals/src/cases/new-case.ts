import { evalCaseSchema } from "@precept/contract/evals";
import { PreceptError, printYaml, type Rule } from "@precept/core";
import { createFile, existsAt, openRoot } from "@precept/files";
import { join } from "node:path";
import { knownAgents, type KnownAgent } from "../agents/known-agents.ts";
import { defaultsPath, evalsDir } from "../paths.ts";
import { readDocument } from "./read-document.ts";

export interface NewCase {
  /** The name of its file. Default: the name of the rule. */
  readonly name: string | undefined;
  readonly task: string;
  /** A question for a judge. Default: the policies of the rule decide. */
  readonly question: string | undefined;
  /** The agent for `defaults.yaml`, if the project has none. */
  readonly agent: KnownAgent;
}

/**
 * Writes a first case for a rule, and the agent if the project has none. Returns the paths that were written.
 *
 * @throws PreceptError `RULE_UNCHECKED` if the rule names no policies and there is no question, `EVAL_CASE_EXISTS`
 */
export async function writeNewCase(
  root: string,
  rule: Rule,
  { name, task, question, agent }: NewCase,
): Promise<readonly string[]> {
  if (rule.checks.length === 0 && question === undefined) throw new PreceptError("RULE_UNCHECKED", { name: rule.name });
  const project = openRoot(root);
  const path = `${evalsDir}/${(name ?? rule.name).replaceAll(/[^A-Za-z0-9._-]/g, "-")}.yaml`;
  const text = printCase(rule, task, question);
  // What is written can be read.
  const { value } = readDocument(text, path, evalCaseSchema);
  if (value === undefined) throw new Error(`The case for "${rule.name}" cannot be read back.`);
  if (existsAt(join(root, path)) || !(await createFile(project, path, text)))
    throw new PreceptError("EVAL_CASE_EXISTS", { path });
  const isNew = await createFile(project, defaultsPath, printDefaults(agent));
  return isNew ? [path, defaultsPath] : [path];
}

function printCase({ name, checks }: Rule, task: string, question: string | undefined): string {
  // A check that is no policy has no name: without `expect`, the checks of the rule decide.
  const policies = checks.filter((check) => typeof check === "string");
  const isNamed = policies.length === checks.length;
  const expected = question === undefined ? `  policies: ${printYaml(policies)}` : `  question: ${printYaml(question)}`;
  return [
    `# Does the rule help? \`precept eval ${name}\``,
    `rules: [${JSON.stringify(name)}]`,
    `task: ${printYaml(task)}`,
    ...(question === undefined && !isNamed
      ? ["# What following the rule is: the `checks` of the rule."]
      : ["# What following the rule is. An agent that changes nothing does not follow it.", "expect:", expected]),
    "",
  ].join("\n");
}

function printDefaults(agent: KnownAgent): string {
  const { command = [], protocol = "" } = knownAgents[agent];
  return [
    "# The agent of cases that have none. It runs in a copy of the project, without your configuration.",
    "agent:",
    `  command: ${printYaml(command)}`,
    "  # Its model calls are recorded. The key is added on the way, and the agent does not get it.",
    `  protocol: ${protocol}`,
    "  # What a million tokens cost, for estimates and --max-cost.",
    "  # price: { input: 3, output: 15 }",
    "",
  ].join("\n");
}
