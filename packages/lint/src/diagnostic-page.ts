/** The reference page of a diagnostic code. Only the generator of the reference reads it. */
export interface DiagnosticPage {
  /** What the check reports, and what it does not report. */
  readonly what: string;
  /** What happens if it is not fixed. */
  readonly why: string;
  /** Part of a file that has the problem. Invisible characters are written by their code points. */
  readonly example: string;
  /** What to do, in addition to the hint of the catalogue. */
  readonly todo?: string;
}
