import { hash } from "node:crypto";
import { sha256 as hashInJavaScript } from "@noble/hashes/sha2.js";
import { bytesToHex, utf8ToBytes } from "@noble/hashes/utils.js";

/** How many more characters are hashed without `node:crypto`, which takes 4 ms to load but is faster for long texts. */
let charactersWithoutCrypto = 8_192;

/** A short text counts as this many characters. */
const minCharacters = 64;

/** Returns the SHA-256 of a text in UTF-8, or of bytes, in lower-case hexadecimal. */
export function sha256(content: string | Uint8Array): string {
  charactersWithoutCrypto -= Math.max(content.length, minCharacters);
  if (charactersWithoutCrypto < 0) return hash("sha256", content);
  return bytesToHex(hashInJavaScript(typeof content === "string" ? utf8ToBytes(content) : content));
}
