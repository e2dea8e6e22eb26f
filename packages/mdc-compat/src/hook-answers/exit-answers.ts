import { denyByExitCode, silent } from "./answer.ts";
import type { PrintAnswer } from "../model/host-spec.ts";

/** Answers of hosts that read the exit code: 2 with the reason on standard error denies. Context, where it is taken, is standard output as it is. */
export const exitAnswers: PrintAnswer = (_, { verdict, reason, context }) => {
  if (verdict !== "none") return denyByExitCode(reason ?? "");
  return context === undefined ? silent : { ...silent, stdout: `${context}\n` };
};
