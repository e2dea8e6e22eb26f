import { errorCatalogue, type ErrorCode, type ErrorDetails } from "./error-catalogue.ts";

const brand = Symbol.for("@precept/error");

/**
 * A failure: something a caller asked for could not be done. `code` is permanent, `message` says what happened and why,
 * `hint` what to do. Wrong rule files are not failures: they come back as diagnostics.
 */
export class PreceptError<Code extends ErrorCode = ErrorCode> extends Error {
  readonly code: Code;
  readonly details: ErrorDetails<Code>;
  readonly hint: string | undefined;

  constructor(code: Code, details: ErrorDetails<Code>, options?: { cause?: unknown }) {
    // The catalogue pairs each code with its details; the compiler can't follow that pairing through an index.
    const entry = errorCatalogue[code] as { message(details: unknown): string; hint?(details: unknown): string };
    super(entry.message(details), options);
    this.name = "PreceptError";
    this.code = code;
    this.details = details;
    this.hint = entry.hint?.(details);
    Object.defineProperty(this, brand, { value: true });
  }

  /** Whether a caught value is a Precept failure, with this code where one is given. Holds across copies of the package. */
  static is<Code extends ErrorCode>(value: unknown, code?: Code): value is PreceptError<Code> {
    return value instanceof Error && brand in value && (code === undefined || ("code" in value && value.code === code));
  }

  toJSON(): { code: Code; message: string; hint: string | undefined; details: ErrorDetails<Code> } {
    return { code: this.code, message: this.message, hint: this.hint, details: this.details };
  }
}
