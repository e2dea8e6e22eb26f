import type { ResolveOptions } from "../resolve/resolve.ts";
import type { RulebookOptions } from "./options.ts";

/** Selects the options of single requests from those of a rulebook, so that a request does not copy the others. */
export function selectResolveOptions({ budget, order, format, debug, tokens, toolLimits }: RulebookOptions): ResolveOptions {
  return {
    ...(budget !== undefined && { budget }),
    ...(order !== undefined && { order }),
    ...(format !== undefined && { format }),
    ...(debug !== undefined && { debug }),
    ...(tokens !== undefined && { tokens }),
    ...(toolLimits !== undefined && { toolLimits }),
  };
}
