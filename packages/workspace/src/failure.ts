import { PreceptError, type Diagnostic } from "@precept/core";
import { messageOf } from "@precept/files";
import { report } from "./diagnostic-catalogue.ts";

/** Reports a valid configuration that could not be applied. */
export function reportNotApplied(error: unknown): Diagnostic {
  return report("config/not-applied", {}, `The previous state stays in use: ${messageOf(error)}`, hintOf(error));
}

function hintOf(error: unknown): string | undefined {
  return PreceptError.is(error) ? error.hint : undefined;
}
