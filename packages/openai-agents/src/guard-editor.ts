import type { ApplyPatchOperation, ApplyPatchResult, Editor, RunContext } from "@openai/agents";
import { withoutUndefined } from "@precept/core";
import type { RulesMiddleware } from "@precept/middleware";
import type { RulesMiddlewareOptions } from "./options.ts";

/** Older versions of the SDK do not pass the context. */
type EditorArguments = readonly [operation: ApplyPatchOperation, context?: { readonly runContext: RunContext } | undefined];

/** Returns an editor whose changes are checked. A denied change is not made, and the model reads why. */
export function guardEditor<Context>(
  rules: RulesMiddleware,
  options: RulesMiddlewareOptions<Context>,
  name: string,
  editor: Editor,
): Editor {
  const check = async (
    [operation, context]: EditorArguments,
    apply: () => Promise<ApplyPatchResult | void>,
  ): Promise<ApplyPatchResult | void> => {
    const { session, agent } = (context && options.callOptionsOf?.(context.runContext.context as Context)) ?? {};
    const call = { name, arguments: argumentsOf(operation), ...withoutUndefined({ session, agent }) };
    const decision = await rules.beforeToolCall(call);
    if (!decision.allowed) return { status: "failed", output: decision.message };
    const result = await apply();
    if (decision.advice === undefined) return result;
    return { ...result, output: [result?.output ?? "", decision.advice].filter((text) => text !== "").join("\n\n") };
  };
  return {
    createFile: (...args) => check(args, () => editor.createFile(...args)),
    updateFile: (...args) => check(args, () => editor.updateFile(...args)),
    deleteFile: (...args) => check(args, () => editor.deleteFile(...args)),
  };
}

/** Policies check the text that a change adds, as the text of a file. */
function argumentsOf(operation: ApplyPatchOperation): Readonly<Record<string, string>> {
  const { path: file_path } = operation;
  if (operation.type === "delete_file") return { operation: operation.type, file_path };
  const added = operation.diff
    .split("\n")
    .filter((line) => line.startsWith("+"))
    .map((line) => line.slice(1))
    .join("\n");
  return operation.type === "create_file" ? { file_path, content: added } : { file_path, new_string: added };
}
