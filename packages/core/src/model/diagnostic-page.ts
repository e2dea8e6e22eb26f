/** What the reference says about a diagnostic code beyond its row in the catalogue. Only the generator of the reference reads it. */
export interface DiagnosticPage {
  /** What is looked at, and what is left alone. */
  readonly what: string;
  /** What goes wrong for whoever leaves it as it is. */
  readonly why: string;
  /** A piece of a file that has it. Characters that can't be seen are written by their numbers. */
  readonly example: string;
  /** What to do, where the catalogue's hint is not all. */
  readonly todo?: string;
}
