import { checkpointErrors } from "./errors/checkpoint-errors.ts";
import { contextErrors } from "./errors/context-errors.ts";
import { evalErrors } from "./errors/eval-errors.ts";
import { fileErrors } from "./errors/file-errors.ts";
import { policyErrors } from "./errors/policy-errors.ts";
import { ruleErrors } from "./errors/rule-errors.ts";
import { serverErrors } from "./errors/server-errors.ts";
import { storeErrors } from "./errors/store-errors.ts";
import { usageErrors } from "./errors/usage-errors.ts";

/** Every failure that Precept throws, by its code, which is permanent. The error reference is generated from it. */
export const errorCatalogue = {
  ...ruleErrors,
  ...storeErrors,
  ...fileErrors,
  ...policyErrors,
  ...checkpointErrors,
  ...contextErrors,
  ...evalErrors,
  ...usageErrors,
  ...serverErrors,
} as const;

export type ErrorCode = keyof typeof errorCatalogue;

/** What a failure with this code carries in its `details`. */
export type ErrorDetails<Code extends ErrorCode> = Parameters<(typeof errorCatalogue)[Code]["message"]>[0];

const brand = Symbol.for("@precept/error");

/**
 * The error that Precept throws if an operation fails. `code` is permanent, `message` says what happened and why, and
 * `hint` what to do. Problems in rule files are not errors: they are returned as diagnostics.
 *
 * @example
 * ```ts
 * import { createRulebook, PreceptError } from "@precept/core";
 *
 * await using rulebook = createRulebook({ stores: [] });
 * try {
 *   await rulebook.get("style");
 * } catch (error) {
 *   if (PreceptError.is(error, "RULE_NOT_FOUND")) console.log(error.message, error.details.known);
 * }
 * ```
 */
export class PreceptError<Code extends ErrorCode = ErrorCode> extends Error {
  readonly code: Code;
  readonly details: ErrorDetails<Code>;
  readonly hint: string | undefined;

  constructor(code: Code, details: ErrorDetails<Code>, options?: { cause?: unknown }) {
    // The compiler does not know that the entry of a code takes the details of that code.
    const entry = errorCatalogue[code] as { message(details: unknown): string; hint?(details: unknown): string };
    super(entry.message(details), options);
    this.name = "PreceptError";
    this.code = code;
    this.details = details;
    this.hint = entry.hint?.(details);
    Object.defineProperty(this, brand, { value: true });
  }

  /** Whether a value is a Precept error, with this code if given. Works across several copies of the package. */
  static is<Code extends ErrorCode>(value: unknown, code?: Code): value is PreceptError<Code> {
    return value instanceof Error && brand in value && (code === undefined || ("code" in value && value.code === code));
  }

  toJSON(): { code: Code; message: string; hint: string | undefined; details: ErrorDetails<Code> } {
    return { code: this.code, message: this.message, hint: this.hint, details: this.details };
  }
}
