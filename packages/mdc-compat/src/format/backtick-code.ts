import type { Region } from "@precept/core";

/**
 * Finds code where it is whatever stands between two rows of backticks, wherever they are: what `` /(`+)[^]*?\1/g `` finds, without the time that
 * this takes for long rows.
 */
export function findBacktickCode(text: string): readonly Region[] {
  const rows = Array.from(text.matchAll(/`+/g), ({ 0: { length }, index }) => ({ start: index, length }));
  const longest = longestBehind(rows.map(({ length }) => length));
  const regions: Region[] = [];
  let used = 0;
  for (let at = 0; at < rows.length;) {
    const { start = 0, length = 0 } = rows[at] ?? {};
    const begin = start + used;
    const half = Math.floor((length - used) / 2);
    const width = Math.min(length - used, longest[at] ?? 0);
    if (width > half) {
      do at += 1;
      while ((rows[at]?.length ?? width) < width);
      regions.push([begin, (rows[at]?.start ?? 0) + width]);
      used = width;
    } else {
      // No row further on closes more of it than it closes itself. A last backtick alone opens nothing.
      if (half > 0) regions.push([begin, begin + 2 * half]);
      used = half > 0 ? used + 2 * half : length;
    }
    if (used === rows[at]?.length) [at, used] = [at + 1, 0];
  }
  return regions;
}

/** For each length the longest of those behind it. */
function longestBehind(lengths: readonly number[]): readonly number[] {
  const longest: number[] = Array.from({ length: lengths.length }, () => 0);
  for (let at = lengths.length - 2; at >= 0; at -= 1) longest[at] = Math.max(longest[at + 1] ?? 0, lengths[at + 1] ?? 0);
  return longest;
}
