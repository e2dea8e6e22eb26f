/** The minimum length of a secret. Redacting shorter matches everywhere would hide ordinary text. */
const minSecretLength = 4;

export class SecretRedactor {
  readonly #secrets: readonly string[];

  constructor(matches: Iterable<string>) {
    // Excerpts are single lines, so each line of a secret is a secret as well.
    const parts = Array.from(matches).flatMap((match) => [match, ...match.split(/\r\n?|\n/)]);
    const secrets = parts.map((part) => part.trim()).filter(({ length }) => length >= minSecretLength);
    this.#secrets = [...new Set(secrets)].toSorted((left, right) => right.length - left.length);
  }

  redact(text: string): string {
    return this.#secrets.reduce((redacted, secret) => redacted.replaceAll(secret, () => maskSecret(secret)), text);
  }
}

/** Keeps the first characters of a secret, up to four, so that its owner recognises it. */
export function maskSecret(secret: string): string {
  return `${secret.slice(0, Math.min(4, Math.floor(secret.length / 4)))}…`;
}
