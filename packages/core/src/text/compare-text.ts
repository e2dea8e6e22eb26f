/**
 * Compares two texts by code point. The order is the same on every machine and in every locale. The operator `<`
 * compares UTF-16 code units instead, and so sorts characters above U+FFFF before some smaller ones.
 *
 * @returns a negative number, 0 or a positive number, as `Array.prototype.sort` expects.
 */
export function compareText(left: string, right: string): number {
  if (left === right) return 0;
  const length = Math.min(left.length, right.length);
  for (let index = 0; index < length; index += 1) {
    const leftUnit = left.charCodeAt(index);
    const rightUnit = right.charCodeAt(index);
    if (leftUnit !== rightUnit) return codePointRank(leftUnit) - codePointRank(rightUnit);
  }
  return left.length - right.length;
}

/** Ranks a code unit: surrogates above all others, as the code points they encode are. */
function codePointRank(unit: number): number {
  if (unit < 0xd800) return unit;
  return unit < 0xe000 ? unit + 0x2000 : unit - 0x800;
}
