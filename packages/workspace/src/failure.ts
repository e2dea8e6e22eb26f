import { PreceptError, type Diagnostic } from "@precept/core";
import { messageOf } from "@precept/files";
import { report } from "./diagnostic-catalogue.ts";

/** A configuration that is right, and could not be put to use. */
export function reportUnused(error: unknown): Diagnostic {
  return report("config/not-applied", {}, `What was open before stays in use: ${messageOf(error)}`, hintOf(error));
}

function hintOf(error: unknown): string | undefined {
  return PreceptError.is(error) ? error.hint : undefined;
}
