import type { Diagnostic } from "@precept/core";

const maxDiagnostics = 1_000;

/** Collects what the verification of a log finds. */
export class Findings {
  readonly #diagnostics: Diagnostic[] = [];
  #isIntact = true;
  #omitted = 0;

  add(diagnostic: Diagnostic | undefined): void {
    if (diagnostic === undefined) return;
    if (diagnostic.severity === "error") this.#isIntact = false;
    if (this.#diagnostics.length < maxDiagnostics) this.#diagnostics.push(diagnostic);
    else this.#omitted += 1;
  }

  get report(): { readonly isIntact: boolean; readonly diagnostics: readonly Diagnostic[]; readonly omitted: number } {
    return { isIntact: this.#isIntact, diagnostics: this.#diagnostics, omitted: this.#omitted };
  }
}
