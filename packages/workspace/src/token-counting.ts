import type { TokenCounter } from "@precept/core";
import { createTokenCounters, type TokenCounterFactory } from "@precept/token-counters";
import type { Settings } from "./settings.ts";

/** The token counters of a workspace. Each is loaded when it is first needed, and shares its cache through every reload. */
export class WorkspaceTokenCounters {
  readonly #open: TokenCounterFactory = createTokenCounters();

  /**
   * Returns the counter for a model.
   *
   * @param model default: that of the settings.
   * @throws PreceptError `TOKEN_COUNTER_FAILED` if the package that the counter needs is not installed.
   */
  async counterFor({ answer, tokens }: Settings, model: string | undefined): Promise<TokenCounter> {
    return answer.tokens ?? this.#open({ counter: tokens.counter, model: model ?? tokens.model });
  }
}
