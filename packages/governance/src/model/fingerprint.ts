/** Hashes a text deterministically, for fingerprints. Usually SHA-256 in hexadecimal. */
export type TextHash = (text: string) => string;

/**
 * Generates the fingerprints of the violations in one text, from the policy, the file, the match (white space
 * normalised) and the number of equal matches before it. A violation keeps its fingerprint when it moves within the
 * file.
 */
export class FingerprintGenerator {
  readonly #counts = new Map<string, number>();
  readonly #hash: TextHash;
  readonly #file: string;

  constructor(hash: TextHash, file: string | undefined) {
    this.#hash = hash;
    this.#file = file ?? "";
  }

  next(policy: string, match: string): string {
    const identity = [policy, this.#file, match.replace(/\s+/g, " ").trim()].join("\0");
    const occurrence = this.#counts.get(identity) ?? 0;
    this.#counts.set(identity, occurrence + 1);
    return this.#hash(`${identity}\0${occurrence}`);
  }
}
