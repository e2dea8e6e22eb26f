import type { HookAnswer, HookOutput, PrintAnswer } from "../model/host-spec.ts";

/** The exit code by which most hosts deny. The reason is on standard error. */
const denyingExitCode = 2;

export const silent: HookOutput = { stdout: "", stderr: "", exitCode: 0 };

/** Prints JSON on standard output. Fields that are undefined are left out; without any field, `empty` is printed. */
export function printJson(fields: Readonly<Record<string, unknown>>, empty = ""): HookOutput {
  const text = JSON.stringify(fields);
  return { ...silent, stdout: text === "{}" ? empty : `${text}\n` };
}

export function denyByExitCode(reason: string): HookOutput {
  return { stdout: "", stderr: `${reason}\n`, exitCode: denyingExitCode };
}

/** Answers for hosts that read the exit code: 2 denies, with the reason on standard error. Context is plain output. */
export const exitAnswers: PrintAnswer = (_, { verdict, reason, context }) => {
  if (verdict !== "none") return denyByExitCode(reason ?? "");
  return context === undefined ? silent : { ...silent, stdout: `${context}\n` };
};

/**
 * Answers in the protocol of Claude Code, which several hosts share: `hookSpecificOutput` with a permission decision or
 * additional context, and `decision: "block"` for prompts, results and final answers.
 *
 * @param silence what is printed if there is nothing to say.
 */
export function claudeAnswers(silence = ""): PrintAnswer {
  return ({ name, kind }, answer) => {
    const { verdict, reason, context, input, result } = answer;
    if (verdict === "none" && context === undefined && input === undefined) return { ...silent, stdout: silence };
    const specific = (fields: object) => ({ hookSpecificOutput: { hookEventName: name, ...fields, additionalContext: context } });
    if (kind === "beforeTool") return printJson(specific(permission(answer)));
    // With a decision as well, the host would add the reason to a result that it does not replace.
    if (result !== undefined) return printJson(specific({ updatedToolOutput: result }));
    const output = context === undefined ? {} : specific({});
    return printJson(verdict === "none" ? output : { decision: "block", reason, ...output });
  };
}

/** Without a decision, the host asks its own question about the new input. */
function permission({ verdict, reason, input }: HookAnswer): object {
  return verdict === "none" ? { updatedInput: input } : { permissionDecision: verdict, permissionDecisionReason: reason };
}

/** How a host with the fields `decision` and `reason` names them. */
export interface FlatAnswers {
  /** The value of `decision` that denies. */
  readonly deny: "deny" | "block";
  /** Where context is. Undefined: the host takes none. */
  readonly context?: "hookSpecificOutput" | "additionalContext";
}

/** Answers of hosts whose decision is a field at the top level. Without a decision and context, nothing is printed. */
export function flatAnswers({ deny, context: where }: FlatAnswers): PrintAnswer {
  return ({ name }, { verdict, reason, context, input }) => {
    const decision = verdict === "none" ? {} : { decision: verdict === "deny" ? deny : verdict, reason };
    if (input !== undefined) return printJson({ hookSpecificOutput: { hookEventName: name, tool_input: input } });
    if (context === undefined || where === undefined) return printJson(decision);
    const added = { additionalContext: context };
    return printJson({
      ...decision,
      ...(where === "additionalContext" ? added : { hookSpecificOutput: { hookEventName: name, ...added } }),
    });
  };
}

/** Answers for Precept's plugins in hosts that call functions: `{decision: "deny", reason}`, `{input}`, `{context}` or `{}`. */
export const pluginAnswers: PrintAnswer = (_, { verdict, reason, context, input }) =>
  printJson({ ...(verdict !== "none" && { decision: "deny", reason }), context, input }, "{}\n");
