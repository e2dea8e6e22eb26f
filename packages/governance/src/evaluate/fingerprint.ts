/** A digest of a text: the same text always gives the same one. SHA-256 in hexadecimal, in most programs. */
export type TextHash = (text: string) => string;

/**
 * Gives the violations of one text their fingerprints: by policy, file and matched text, whatever its white space, and by how many such there
 * were before. So a violation keeps its fingerprint wherever in the file it moves.
 */
export class Fingerprints {
  readonly #seen = new Map<string, number>();
  readonly #hash: TextHash;
  readonly #file: string;

  constructor(hash: TextHash, file: string | undefined) {
    this.#hash = hash;
    this.#file = file ?? "";
  }

  next(policy: string, match: string): string {
    const identity = [policy, this.#file, match.replace(/\s+/g, " ").trim()].join("\0");
    const occurrence = this.#seen.get(identity) ?? 0;
    this.#seen.set(identity, occurrence + 1);
    return this.#hash(`${identity}\0${occurrence}`);
  }
}
