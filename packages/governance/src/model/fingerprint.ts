/** Hashes a text deterministically, for fingerprints. Usually SHA-256 in hexadecimal. */
export type TextHash = (text: string) => string;

/**
 * Creates a function that generates fingerprints in one text: from the policy, the file, the match (white space
 * normalised) and the number of equal matches before it. A violation keeps its fingerprint when it moves in the file.
 */
export function createFingerprints(hash: TextHash, file = ""): (policy: string, match: string) => string {
  const counts = new Map<string, number>();
  return (policy, match) => {
    const identity = [policy, file, match.replace(/\s+/g, " ").trim()].join("\0");
    const occurrence = counts.get(identity) ?? 0;
    counts.set(identity, occurrence + 1);
    return hash(`${identity}\0${occurrence}`);
  };
}
