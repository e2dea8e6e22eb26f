import { PreceptError } from "@precept/core";
import { writeNewCase, type KnownAgent } from "@precept/evals";
import type { Call, CommandResult } from "../../define.ts";
import { canAsk } from "../../terminal/terminal.ts";
import { asLines, printable } from "../../terminal/text.ts";

interface InitOptions {
  readonly task?: string;
  readonly name?: string;
  readonly question?: string;
  readonly agent: KnownAgent;
}

/** Writes a first case for a rule. */
export async function initEval({ workspace, args, options, terminal, settings }: Call<InitOptions>): Promise<CommandResult> {
  const [name = ""] = args;
  const rule = await workspace.get(name);
  if (rule.checks.length === 0 && options.question === undefined) throw new PreceptError("RULE_UNCHECKED", { name: rule.name });
  const isAsked = options.task === undefined && !settings.json && canAsk(terminal);
  const task =
    options.task ??
    (isAsked ? await terminal.askText("What is the agent asked to do, that it does wrong without the rule?") : "");
  if (task.trim() === "") {
    throw new PreceptError("TERMINAL_REQUIRED", { action: "Asking for the task", instead: "Pass it with --task." });
  }
  const { name: caseName, question, agent } = options;
  const paths = await writeNewCase(workspace.root, rule, { name: caseName, task, question, agent });
  return {
    json: { created: paths },
    isConfirmation: true,
    text: (style) =>
      asLines([
        ...paths.map((path) => `${style.green("created")} ${printable(path)}`),
        style.dim(`Run \`precept eval ${printable(rule.name)} --dry-run\` to see what it would start and cost.`),
      ]),
  };
}
