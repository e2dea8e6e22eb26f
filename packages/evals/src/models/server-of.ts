import type { EvalAgentDocument, EvalJudgeDocument } from "@precept/contract/evals";
import { PreceptError } from "@precept/core";
import type { ModelServer } from "./call-model.ts";
import { protocols } from "./protocols.ts";

/** What evals read from the user's environment. */
export type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Returns the model server of an agent or a judge. Undefined without a protocol: the calls of a program are then not recorded.
 *
 * @throws PreceptError `EVAL_KEY_MISSING`
 */
export function serverOf(
  written: Pick<EvalAgentDocument & EvalJudgeDocument, "protocol" | "url" | "key" | "model">,
  env: Environment,
  caseName: string,
): ModelServer | undefined {
  const { protocol, model = "" } = written;
  if (protocol === undefined) return undefined;
  const variable = keyVariable(written);
  const key = variable === undefined ? undefined : env[variable];
  if (variable !== undefined && (key === undefined || key === "")) {
    throw new PreceptError("EVAL_KEY_MISSING", { variable, case: caseName });
  }
  return { protocol, model, key, url: (written.url ?? protocols[protocol].url).replace(/\/+$/, "") };
}

/** The variable of the key. A server of the user's own machine needs none. */
export function keyVariable({ protocol, url, key }: Pick<EvalAgentDocument, "protocol" | "url" | "key">): string | undefined {
  if (key !== undefined || protocol === undefined) return key;
  return url !== undefined && /^http:\/\/(?:127\.0\.0\.1|localhost|\[::1\])[:/]/.test(`${url}/`)
    ? undefined
    : protocols[protocol].key;
}
