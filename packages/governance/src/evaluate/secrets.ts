/** Shorter texts are no secrets that could be told apart from ordinary ones. */
const minSecret = 4;

/** The secrets that were found in a text, so that nothing that is told of the text gives them away. */
export class Secrets {
  readonly #texts: readonly string[];

  constructor(matches: Iterable<string>) {
    // One that spans lines is shown line by line.
    const texts = Array.from(matches).flatMap((match) => [match, ...match.split(/\r\n?|\n/)]);
    const long = texts.map((text) => text.trim()).filter(({ length }) => length >= minSecret);
    this.#texts = [...new Set(long)].toSorted((left, right) => right.length - left.length);
  }

  /** The text without them. */
  hide(text: string): string {
    return this.#texts.reduce((shown, secret) => shown.replaceAll(secret, () => maskSecret(secret)), text);
  }
}

/** The first characters say which secret it is to those who know it. */
export function maskSecret(secret: string): string {
  return `${secret.slice(0, Math.min(4, Math.floor(secret.length / 4)))}…`;
}
