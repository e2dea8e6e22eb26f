const alphabet = "qpzry9x8gf2tvdw0s3jn54khce6mua7l";
const generators = [0x3b6a57b2, 0x26508e6d, 0x1ea119fa, 0x3d4233dd, 0x2a1462b3];

/**
 * Whether a text in one letter case has the checksum of Bech32 (BIP 173): keys of `age`, and addresses. Of any length.
 */
export function isBech32(text: string): boolean {
  const lower = text.toLowerCase();
  if (text !== lower && text !== text.toUpperCase()) return false;
  const [, prefix, data] = /^([!-~]{1,83})1([02-9ac-hj-np-z]{6,})$/.exec(lower) ?? [];
  if (prefix === undefined || data === undefined) return false;
  const codes = [...prefix].map((character) => character.charCodeAt(0));
  return polymod([...codes.map((code) => code >> 5), 0, ...codes.map((code) => code & 31), ...valuesOf(data)]) === 1;
}

function valuesOf(data: string): readonly number[] {
  return [...data].map((character) => alphabet.indexOf(character));
}

function polymod(values: readonly number[]): number {
  let sum = 1;
  for (const value of values) {
    const top = sum >>> 25;
    sum = ((sum & 0x1ffffff) << 5) ^ value;
    for (const [bit, generator] of generators.entries()) if ((top >> bit) & 1) sum ^= generator;
  }
  return sum;
}
