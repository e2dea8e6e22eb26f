/** The minimum length of a secret. Redacting shorter matches everywhere would hide ordinary text. */
const minSecretLength = 4;

/** Creates a function that masks the secrets of a text in all reports about the text. */
export function createRedactor(matches: readonly string[]): (text: string) => string {
  // Excerpts are single lines, so each line of a secret is a secret as well.
  const parts = matches.flatMap((match) => [match, ...match.split(/\r\n?|\n/)]).map((part) => part.trim());
  const secrets = [...new Set(parts.filter(({ length }) => length >= minSecretLength))];
  secrets.sort((left, right) => right.length - left.length);
  return (text) => secrets.reduce((redacted, secret) => redacted.replaceAll(secret, () => maskSecret(secret)), text);
}

/** Keeps the first characters of a secret, up to four, so that its owner recognises it. */
export function maskSecret(secret: string): string {
  return `${secret.slice(0, Math.min(4, Math.floor(secret.length / 4)))}…`;
}
