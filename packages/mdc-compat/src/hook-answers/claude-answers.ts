import { printJson, silent } from "./answer.ts";
import type { HookAnswer, PrintAnswer } from "../model/host-spec.ts";

/**
 * Answers in the protocol of Claude Code, which several hosts share: `hookSpecificOutput` with a permission decision or additional context, and
 * `decision: "block"` for prompts, results and final answers.
 *
 * @param silence what is printed if there is nothing to say.
 */
export function claudeAnswers(silence = ""): PrintAnswer {
  return ({ name, kind }, answer) => {
    const { verdict, reason, context } = answer;
    if (verdict === "none" && context === undefined) return { ...silent, stdout: silence };
    if (kind === "beforeTool")
      return printJson({ hookSpecificOutput: { hookEventName: name, ...permission(answer), ...added(context) } });
    const output = context === undefined ? {} : { hookSpecificOutput: { hookEventName: name, ...added(context) } };
    return printJson(verdict === "none" ? output : { decision: "block", reason, ...output });
  };
}

function permission({ verdict, reason }: HookAnswer): object {
  return verdict === "none" ? {} : { permissionDecision: verdict, permissionDecisionReason: reason };
}

function added(context: string | undefined): object {
  return context === undefined ? {} : { additionalContext: context };
}
