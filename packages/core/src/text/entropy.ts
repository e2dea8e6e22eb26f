/** Returns the Shannon entropy of a text in bits per character: 0 for equal characters, about 5 for 32 random ones. */
export function entropyOf(text: string): number {
  const counts = new Map<string, number>();
  let length = 0;
  for (const character of text) {
    counts.set(character, (counts.get(character) ?? 0) + 1);
    length += 1;
  }
  let bits = 0;
  for (const count of counts.values()) bits -= (count / length) * Math.log2(count / length);
  return bits;
}
