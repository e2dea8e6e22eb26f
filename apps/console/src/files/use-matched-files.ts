import { useSignal, useSignalEffect, type ReadonlySignal } from "@preact/signals";
import { splitGlobs } from "@precept/core";
import { useRef } from "preact/hooks";

/** Finds the files that patterns match, whenever these change. Undefined: there are no patterns. */
export function useMatchedFiles(
  pattern: ReadonlySignal<string>,
  files: ReadonlySignal<readonly string[]>,
): ReadonlySignal<ReadonlySet<string> | undefined> {
  const matched = useSignal<ReadonlySet<string> | undefined>(undefined);
  const latest = useRef(0);
  useSignalEffect(() => {
    const globs = splitGlobs(pattern.value);
    const all = files.value;
    const run = (latest.current += 1);
    const isCurrent = (): boolean => latest.current === run;
    if (globs.length === 0) {
      matched.value = undefined;
      return;
    }
    void (async () => {
      const { matchGlobs } = await import("./match-globs.ts");
      const found = isCurrent() ? await matchGlobs(globs, all, isCurrent) : undefined;
      if (found !== undefined) matched.value = found;
    })();
  });
  return matched;
}
