import { printJson } from "./answer.ts";
import type { PrintAnswer } from "../model/host-spec.ts";

/** Answers for a plugin of ours, in hosts that call functions instead of commands: `{decision: "deny", reason}`, `{context}` or `{}`. */
export const pluginAnswers: PrintAnswer = (_, { verdict, reason, context }) =>
  printJson({ ...(verdict !== "none" && { decision: "deny", reason }), ...(context !== undefined && { context }) }, "{}\n");
