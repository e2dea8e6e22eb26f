import { hash } from "node:crypto";

/** SHA-256 in lower-case hexadecimal, as fingerprints are made of and files are told apart by. */
export function sha256(text: string): string {
  return hash("sha256", text);
}
