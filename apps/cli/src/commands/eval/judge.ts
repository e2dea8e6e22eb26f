import { formatNumber, PreceptError } from "@precept/core";
import { isUsableJudge, loadJudge, measureJudge, youdenIndex, type JudgeWithExamples, type MeasuredJudge } from "@precept/evals";
import type { Call, CommandResult } from "../../define.ts";
import { viewDiagnostics } from "../../terminal/diagnostics.ts";
import { canAsk } from "../../terminal/terminal.ts";
import { asLines, count, printable, styleFor, type Style } from "../../terminal/text.ts";

interface JudgeOptions {
  readonly yes?: boolean;
}

/** How many examples with a wrong answer are shown. */
const maxShown = 5;

/** Measures the judge against labelled examples. */
export async function judgeExamples(call: Call<JudgeOptions>): Promise<CommandResult> {
  const { workspace, args, terminal, progress } = call;
  const { found, diagnostics } = await loadJudge(workspace.root, args[0]);
  if (found === undefined) {
    terminal.err(asLines(viewDiagnostics(diagnostics, styleFor(terminal))));
    throw new PreceptError("EVAL_CASE_INVALID", { names: ["defaults"] });
  }
  if (!workspace.isTrusted) throw new PreceptError("EVAL_NOT_TRUSTED", {});
  if (!(await agreeToCalls(found, call))) return { json: { started: false }, text: () => "Nothing was called.\n" };
  const measured = await measureJudge(workspace.root, found, { env: terminal.env, now: new Date(), onProgress: progress });
  const isUsable = isUsableJudge(measured.accuracy);
  return {
    json: { ...measured, usable: isUsable },
    text: (style) => viewJudge(measured, isUsable, style),
    ...(!isUsable && { code: "findings" as const }),
  };
}

async function agreeToCalls(
  { judge, examples }: JudgeWithExamples,
  { options, terminal, settings }: Call<JudgeOptions>,
): Promise<boolean> {
  if (options.yes === true) return true;
  if (settings.json || !canAsk(terminal)) {
    throw new PreceptError("TERMINAL_REQUIRED", {
      action: "Calling the judge",
      instead: "Pass --yes to call it without a question.",
    });
  }
  return terminal.ask(`Call ${printable(judge.model ?? "")} ${count(examples.length, "time")}?`, false);
}

function viewJudge({ model, accuracy, wrong, usage }: MeasuredJudge, isUsable: boolean, style: Style): string {
  const { sensitivity, specificity } = accuracy;
  const index = youdenIndex(accuracy).toFixed(2);
  return asLines([
    `${style.bold(printable(model))}: said yes to ${sensitivity.count} of ${sensitivity.of} examples with the answer yes, and no to ${specificity.count} of ${specificity.of} with the answer no`,
    ...(isUsable
      ? [style.green(`Its answers can be corrected: sensitivity + specificity - 1 is ${index}.`)]
      : [style.red(`Its answers say too little: sensitivity + specificity - 1 is ${index}, and must be over 0.1.`)]),
    ...wrong.slice(0, maxShown).map(({ question, answer }) => style.dim(`Not ${answer}: ${printable(question)}`)),
    ...(wrong.length > maxShown ? [style.dim(`and ${wrong.length - maxShown} more`)] : []),
    style.dim(`${formatNumber(usage.input + usage.output)} tokens`),
  ]);
}
