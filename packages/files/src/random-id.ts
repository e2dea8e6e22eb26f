/** Returns random digits that need not be secret. Loading `node:crypto` takes 5 ms, a sixth of a process. */
export function randomDigits(length: number): string {
  let digits = "";
  // Each number has 52 random bits, of which the first ten digits use 40.
  while (digits.length < length)
    digits += Math.floor(Math.random() * 2 ** 40)
      .toString(16)
      .padStart(10, "0");
  return digits.slice(0, length);
}

/** Returns a random UUID (version 4) that need not be secret. */
export function randomId(): string {
  const variant = "89ab"[Math.floor(Math.random() * 4)];
  const digits = randomDigits(30);
  const [third, fourth] = [`4${digits.slice(12, 15)}`, `${variant}${digits.slice(15, 18)}`];
  return `${digits.slice(0, 8)}-${digits.slice(8, 12)}-${third}-${fourth}-${digits.slice(18)}`;
}
