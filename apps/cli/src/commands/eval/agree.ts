import { PreceptError } from "@precept/core";
import type { EvalCase, EvalPlan } from "@precept/evals";
import type { Call } from "../../define.ts";
import { canAsk } from "../../terminal/terminal.ts";
import { styleFor } from "../../terminal/text.ts";
import type { EvalOptions } from "./options.ts";
import { viewPlan } from "./view.ts";

/** Shows what an eval does and probably costs, and asks. @throws PreceptError `TERMINAL_REQUIRED` if the user cannot answer. */
export async function agreeToEval(plan: EvalPlan, { options, terminal, settings }: Call<EvalOptions>): Promise<boolean> {
  if (options.yes === true) return true;
  if (settings.json || !canAsk(terminal)) {
    throw new PreceptError("TERMINAL_REQUIRED", {
      action: "Starting agents",
      instead: "Read what it would start and cost with --dry-run. Then pass --yes.",
    });
  }
  terminal.out(viewPlan(plan, styleFor(terminal)));
  return terminal.ask("Start?", false);
}

/** A limit of money holds only if it is known what runs cost. @throws PreceptError `EVAL_PRICE_MISSING` */
export function requirePrices(cases: readonly EvalCase[]): void {
  for (const { name, agent, expect, judge } of cases) {
    const models = [agent, ...(expect.question === undefined || judge === undefined ? [] : [judge])];
    if (models.some(({ price, protocol }) => price === undefined || protocol === undefined)) {
      throw new PreceptError("EVAL_PRICE_MISSING", { case: name });
    }
  }
}
