/**
 * Compares by code point: the same order on every machine, in every locale. Plain `<` compares UTF-16 code units, which puts
 * characters beyond U+FFFF before some that are smaller.
 */
export function compareText(left: string, right: string): number {
  if (left === right) return 0;
  const length = Math.min(left.length, right.length);
  for (let at = 0; at < length; at += 1) {
    const one = left.charCodeAt(at);
    const other = right.charCodeAt(at);
    if (one !== other) return inCodePointOrder(one) - inCodePointOrder(other);
  }
  return left.length - right.length;
}

/** Moves surrogates above all other code units, where the characters that they stand for belong. */
function inCodePointOrder(unit: number): number {
  if (unit < 0xd800) return unit;
  return unit < 0xe000 ? unit + 0x2000 : unit - 0x800;
}
