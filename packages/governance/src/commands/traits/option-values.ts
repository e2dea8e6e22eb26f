/** Returns the values of options: `--host x`, `--host=x`, `-h x` and `-hx`. */
export function valuesOf(words: readonly string[], options: readonly string[]): readonly string[] {
  return words.flatMap((word, at) => {
    for (const option of options) {
      if (word === option) return words[at + 1] ?? [];
      if (word.startsWith(`${option}=`)) return word.slice(option.length + 1);
      if (!option.startsWith("--") && word.startsWith(option)) return word.slice(option.length);
    }
    return [];
  });
}
