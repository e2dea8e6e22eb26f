import type { Region } from "@precept/core";

/**
 * Finds text between two equally long runs of backticks, wherever they are. Returns the matches of ``
 * /(`+)[^]*?\1/g ``, but in linear time: the expression takes quadratic time on long runs.
 */
export function findBacktickCode(text: string): readonly Region[] {
  const runs = Array.from(text.matchAll(/`+/g), ({ 0: { length }, index }) => ({ start: index, length }));
  const longestAfter = findLongestAfter(runs.map(({ length }) => length));
  const regions: Region[] = [];
  let used = 0;
  for (let at = 0; at < runs.length;) {
    const { start = 0, length = 0 } = runs[at] ?? {};
    const begin = start + used;
    const half = Math.floor((length - used) / 2);
    const width = Math.min(length - used, longestAfter[at] as number);
    if (width > half) {
      do at += 1;
      while ((runs[at]?.length ?? width) < width);
      regions.push([begin, (runs[at]?.start ?? 0) + width]);
      used = width;
    } else {
      // No later run is long enough: half of this run opens, half closes. A single backtick opens nothing.
      if (half > 0) regions.push([begin, begin + 2 * half]);
      used = half > 0 ? used + 2 * half : length;
    }
    if (used === runs[at]?.length) [at, used] = [at + 1, 0];
  }
  return regions;
}

function findLongestAfter(lengths: readonly number[]): readonly number[] {
  const longest: number[] = Array.from({ length: lengths.length }, () => 0);
  for (let at = lengths.length - 2; at >= 0; at -= 1)
    longest[at] = Math.max(longest[at + 1] as number, lengths[at + 1] as number);
  return longest;
}
