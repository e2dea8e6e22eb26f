import type { RuleStore } from "@precept/core";
import { createRulesMiddleware, requestRulesTool, type MiddlewareOptions, type RulesSource } from "@precept/middleware";
import { readCallOptions } from "./call-options.ts";
import { addRules, readPrompt, type ModelCallParams } from "./prompt.ts";

/** A `LanguageModelMiddleware` of AI SDK 5, 6 and 7. Uses the types of no version, so that it fits all of them. */
export interface RulesModelMiddleware {
  readonly specificationVersion: "v3";
  transformParams<Params extends ModelCallParams>(options: { readonly params: Params }): Promise<Params>;
}

/**
 * Creates middleware for `wrapLanguageModel` of the Vercel AI SDK: it adds the rules to the system message before every
 * model call, so also after each tool call. One middleware serves any number of models and conversations. It cannot
 * stop tool calls: see `guardTools`. With the tool of `requestRulesTool`, the model can ask for rules by name.
 *
 * Pass options for one call, such as the session, as `providerOptions: { precept: { session } }`.
 *
 * @param source a workspace, a rulebook or a store.
 *
 * @example
 * ```ts
 * import { rulesMiddleware } from "@precept/ai-sdk";
 * import { openWorkspace } from "@precept/workspace";
 * import { generateText, wrapLanguageModel, type LanguageModel } from "ai";
 *
 * export async function answer(model: Parameters<typeof wrapLanguageModel>[0]["model"], prompt: string) {
 *   await using workspace = await openWorkspace(".", { watch: true });
 *   const withRules: LanguageModel = wrapLanguageModel({ model, middleware: rulesMiddleware(workspace) });
 *   const { text } = await generateText({ model: withRules, prompt });
 *   return text;
 * }
 * ```
 */
export function rulesMiddleware(source: RulesSource | RuleStore, options: MiddlewareOptions = {}): RulesModelMiddleware {
  const rules = createRulesMiddleware(source, options);
  return {
    specificationVersion: "v3",
    async transformParams({ params }) {
      const { precept, ...providerOptions } = params.providerOptions ?? {};
      const call = readCallOptions(precept, "providerOptions.precept");
      const messages = readPrompt(params.prompt);
      const canRequestRules = params.tools?.some(({ name }) => name === requestRulesTool.name) ?? false;
      const { section } = await rules.beforeModelCall({ ...call, messages, canRequestRules, signal: params.abortSignal });
      const prompt = addRules(params.prompt, section);
      return { ...params, prompt, ...(precept !== undefined && { providerOptions }) };
    },
  };
}
