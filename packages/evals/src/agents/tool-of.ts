import { basename } from "node:path";
import type { EvalAgentDocument } from "@precept/contract/evals";
import { dialectNames } from "@precept/mdc-compat";

/** The tool whose rule files an agent gets if it does not say which: most agents read AGENTS.md. */
const commonTool = "agents";

/** Returns the tool whose rule files the copy has. Undefined for a model without a program, whose prompt has the rules. */
export function toolOf({ tool, command }: EvalAgentDocument): string | undefined {
  if (tool !== undefined || command === undefined) return tool;
  const program = basename(command[0] ?? "").replace(/\.(?:exe|cmd)$/, "");
  return dialectNames().includes(program) ? program : commonTool;
}
