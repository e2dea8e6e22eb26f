import type { Diagnostic } from "@precept/core";
import { findModelFamily } from "@precept/token-counters";
import { report } from "./diagnostic-catalogue.ts";

/** Reports a model whose tokenizer is unknown. */
export function reportUnknownModel(model: string | undefined): readonly Diagnostic[] {
  if (model === undefined || findModelFamily(model) !== undefined) return [];
  return [
    report(
      "tokens/unknown-model",
      {},
      `The tokenizer of the model "${model}" is unknown. Tokens are counted as without a model.`,
    ),
  ];
}
