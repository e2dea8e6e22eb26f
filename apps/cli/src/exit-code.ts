import { PreceptError, type ErrorCode } from "@precept/core";

/** What a program that calls `precept` learns from it. */
export const exitCodes = {
  fine: 0,
  /** The command did its work and found something wrong. */
  findings: 1,
  /** The command was called, or Precept is configured, in a way that can't work. */
  usage: 2,
  /** Something failed that the caller could not have known. */
  internal: 3,
} as const;

export type ExitCode = (typeof exitCodes)[keyof typeof exitCodes];

const exitCodeOfError = {
  RULE_INVALID: exitCodes.usage,
  RULE_NOT_FOUND: exitCodes.usage,
  RULE_CONFLICT: exitCodes.findings,
  RULE_EXISTS: exitCodes.usage,
  STORE_CAPABILITY_MISSING: exitCodes.usage,
  STORE_CLOSED: exitCodes.internal,
  STORE_FAILED: exitCodes.internal,
  RULEBOOK_CLOSED: exitCodes.internal,
  LEDGER_INVALID: exitCodes.usage,
  LEDGER_CHANGED: exitCodes.findings,
  OPTION_INVALID: exitCodes.usage,
  RULES_DIR_NOT_FOUND: exitCodes.usage,
  CHECKPOINT_FAILED: exitCodes.usage,
  PATH_REFUSED: exitCodes.usage,
  BASELINE_INVALID: exitCodes.usage,
  RULE_ENGINE_REFUSED: exitCodes.usage,
  NODE_UNSUPPORTED: exitCodes.usage,
  SQLITE_MISSING: exitCodes.usage,
  FILE_SYSTEM_FAILED: exitCodes.internal,
} as const satisfies Record<ErrorCode, ExitCode>;

export function exitCodeOf(error: unknown): ExitCode {
  return PreceptError.is(error) ? exitCodeOfError[error.code] : exitCodes.internal;
}
