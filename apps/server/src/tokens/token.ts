import { hash, randomBytes, timingSafeEqual } from "node:crypto";

/** The parts of a token: `precept_<id>_<secret>`. */
export interface Token {
  /** Names the token in lists, logs and the token file. Not secret. */
  readonly id: string;
  /** 256 random bits. */
  readonly secret: string;
}

/** The form of ids of tokens: 10 letters and digits, without the letters i, l and o, which look like digits, and u. */
export const tokenIdPattern: RegExp = /^[0-9abcdefghjkmnpqrstvwxyz]{10}$/;

const alphabet = "0123456789abcdefghjkmnpqrstvwxyz";
const idLength = 10;
const secretBytes = 32;
const tokenPattern = /^precept_([0-9abcdefghjkmnpqrstvwxyz]{10})_([\w-]{43})$/;

/** Creates a random token. */
export function createToken(): Token {
  const id = Array.from(randomBytes(idLength), (byte) => alphabet[byte % alphabet.length]).join("");
  return { id, secret: randomBytes(secretBytes).toString("base64url") };
}

/** Returns the text that a client sends. */
export function formatToken({ id, secret }: Token): string {
  return `precept_${id}_${secret}`;
}

/** Reads a token. @returns undefined if the text does not have the form of a token. */
export function parseToken(text: string): Token | undefined {
  const [, id, secret] = tokenPattern.exec(text) ?? [];
  return id === undefined || secret === undefined ? undefined : { id, secret };
}

/** Returns the SHA-256 of a secret. Its 256 random bits cannot be guessed from it, however fast the hash is. */
export function hashSecret(secret: string): Buffer {
  return hash("sha256", secret, "buffer");
}

/** Whether two hashes are equal, in a time that does not depend on where they differ. */
export function isSameHash(left: Uint8Array, right: Uint8Array): boolean {
  return timingSafeEqual(left, right);
}
