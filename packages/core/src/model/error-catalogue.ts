import { checkpointErrors } from "./errors/checkpoint-errors.ts";
import { contextErrors } from "./errors/context-errors.ts";
import { fileErrors } from "./errors/file-errors.ts";
import { policyErrors } from "./errors/policy-errors.ts";
import { ruleErrors } from "./errors/rule-errors.ts";
import { serverErrors } from "./errors/server-errors.ts";
import { storeErrors } from "./errors/store-errors.ts";
import { usageErrors } from "./errors/usage-errors.ts";

/**
 * Every failure that Precept throws: its code, which is permanent so that a program can branch on it, and its words. The error reference is
 * generated from it.
 */
export const errorCatalogue = {
  ...ruleErrors,
  ...storeErrors,
  ...fileErrors,
  ...policyErrors,
  ...checkpointErrors,
  ...contextErrors,
  ...usageErrors,
  ...serverErrors,
} as const;

export type ErrorCode = keyof typeof errorCatalogue;

/** What a failure with this code carries in its `details`. */
export type ErrorDetails<Code extends ErrorCode> = Parameters<(typeof errorCatalogue)[Code]["message"]>[0];
