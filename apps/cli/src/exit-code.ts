import { PreceptError, type ErrorCode } from "@precept/core";

/** The exit codes of `precept`. */
export const exitCodes = {
  ok: 0,
  /** The command worked and found something wrong. */
  findings: 1,
  /** The call or the configuration is wrong. */
  usage: 2,
  /** Something failed that does not depend on the call. */
  internal: 3,
} as const;

export type ExitCode = (typeof exitCodes)[keyof typeof exitCodes];

/** A new error code does not compile until it is here. */
const exitCodeOfError = {
  RULE_INVALID: exitCodes.usage,
  RULE_NOT_FOUND: exitCodes.usage,
  RULE_AMBIGUOUS: exitCodes.usage,
  RULE_CONFLICT: exitCodes.findings,
  RULE_EXISTS: exitCodes.usage,
  RULE_NOT_SAVED: exitCodes.usage,
  NOTHING_TO_EDIT: exitCodes.usage,
  HISTORY_UNAVAILABLE: exitCodes.usage,
  LEDGER_INVALID: exitCodes.usage,
  LEDGER_CHANGED: exitCodes.findings,
  TOOL_UNKNOWN: exitCodes.usage,
  TARGET_MISSING: exitCodes.usage,
  DIAGNOSTIC_CODE_UNKNOWN: exitCodes.usage,
  STORE_CAPABILITY_MISSING: exitCodes.usage,
  STORE_CLOSED: exitCodes.internal,
  STORE_FAILED: exitCodes.internal,
  STORE_ID_TAKEN: exitCodes.usage,
  STORE_UNSUITABLE: exitCodes.usage,
  SCOPE_UNSUPPORTED: exitCodes.usage,
  RULEBOOK_CLOSED: exitCodes.internal,
  SESSION_ENDED: exitCodes.usage,
  WORKSPACE_READ_ONLY: exitCodes.usage,
  AUDIT_FIELD_RESERVED: exitCodes.usage,
  PATH_NOT_FOUND: exitCodes.usage,
  NOT_A_DIRECTORY: exitCodes.usage,
  NOT_A_FILE: exitCodes.usage,
  NOT_A_TEXT_FILE: exitCodes.usage,
  FILE_TOO_LARGE: exitCodes.usage,
  TOO_MANY_FILES: exitCodes.usage,
  RULES_DIR_NOT_FOUND: exitCodes.usage,
  PATH_REFUSED: exitCodes.usage,
  NODE_UNSUPPORTED: exitCodes.usage,
  SQLITE_MISSING: exitCodes.usage,
  FILE_SYSTEM_FAILED: exitCodes.internal,
  POLICY_UNKNOWN: exitCodes.usage,
  POLICY_REFUSED: exitCodes.usage,
  POLICY_DEFINED_ELSEWHERE: exitCodes.usage,
  POLICY_FILE_TAKEN: exitCodes.usage,
  STARTER_UNKNOWN: exitCodes.usage,
  BASELINE_NOT_FOUND: exitCodes.usage,
  BASELINE_INVALID: exitCodes.usage,
  SOFT_HOOK_UNKNOWN: exitCodes.usage,
  SOFT_HOOK_AMBIGUOUS: exitCodes.usage,
  RULE_ENGINE_REFUSED: exitCodes.usage,
  RULE_ENGINE_REPLY_INVALID: exitCodes.internal,
  NOT_A_GIT_REPOSITORY: exitCodes.usage,
  GIT_NOT_FOUND: exitCodes.usage,
  GIT_REPOSITORY_REFUSED: exitCodes.usage,
  GIT_FAILED: exitCodes.usage,
  GIT_BUSY: exitCodes.usage,
  GIT_OPERATION_IN_PROGRESS: exitCodes.usage,
  GIT_CONFLICTS_UNRESOLVED: exitCodes.usage,
  REVISION_UNKNOWN: exitCodes.usage,
  HISTORY_UNRELATED: exitCodes.usage,
  NO_CHECKPOINT: exitCodes.usage,
  CHECKPOINT_UNKNOWN: exitCodes.usage,
  NO_ROLLBACK_TO_UNDO: exitCodes.usage,
  ROLLBACK_UNKNOWN: exitCodes.usage,
  ROLLBACK_ALREADY_UNDONE: exitCodes.usage,
  CHECKPOINT_FAILED: exitCodes.usage,
  COMMAND_UNKNOWN: exitCodes.usage,
  ARGUMENT_MISSING: exitCodes.usage,
  ARGUMENT_UNEXPECTED: exitCodes.usage,
  OPTION_UNKNOWN: exitCodes.usage,
  OPTION_MISSING: exitCodes.usage,
  OPTION_VALUE_MISSING: exitCodes.usage,
  OPTION_VALUE_INVALID: exitCodes.usage,
  OPTIONS_CONFLICT: exitCodes.usage,
  OPTION_DEPENDENCY_MISSING: exitCodes.usage,
  TERMINAL_REQUIRED: exitCodes.usage,
  EDITOR_FAILED: exitCodes.usage,
} as const satisfies Record<ErrorCode, ExitCode>;

export function exitCodeOf(error: unknown): ExitCode {
  return PreceptError.is(error) ? exitCodeOfError[error.code] : exitCodes.internal;
}
