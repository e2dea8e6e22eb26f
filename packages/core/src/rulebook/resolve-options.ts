import type { ResolveOptions } from "../resolve/resolve.ts";
import type { RulebookOptions } from "./options.ts";

/** Selects the options of single requests from those of a rulebook, so that a request does not copy the others. */
export function selectResolveOptions(options: RulebookOptions): ResolveOptions {
  const { budget, order, format, defaultFormat, debug, tokens, toolLimits } = options;
  return {
    ...(budget !== undefined && { budget }),
    ...(order !== undefined && { order }),
    ...(format !== undefined && { format }),
    ...(defaultFormat !== undefined && { defaultFormat }),
    ...(debug !== undefined && { debug }),
    ...(tokens !== undefined && { tokens }),
    ...(toolLimits !== undefined && { toolLimits }),
  };
}
