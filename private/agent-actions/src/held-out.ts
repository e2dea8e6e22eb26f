import { hash } from "node:crypto";
import type { AgentAction } from "./agent-action.ts";

/**
 * Whether an action belongs to the quarter that is not read while policies are written. A twin belongs to the same part as the action
 * that it resembles.
 */
export function isHeldOut({ id, twin }: Pick<AgentAction, "id" | "twin">): boolean {
  return Number.parseInt(hash("sha256", twin ?? id).slice(0, 8), 16) % 4 === 0;
}
