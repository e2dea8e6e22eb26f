import { isRecord } from "@precept/core";

/**
 * Adds advice to the result of a tool: at the end of a text, or as `policy_advice` next to data. A tool that suspended
 * its run has no result.
 */
export function appendAdvice(result: unknown, advice: string): unknown {
  if (result === undefined) return undefined;
  if (typeof result === "string") return `${result}\n\n${advice}`;
  return { ...(isRecord(result) ? result : { result }), policy_advice: advice };
}
