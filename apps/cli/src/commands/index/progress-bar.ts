import { formatNumber } from "@precept/core";
import type { RebuildProgress } from "@precept/store-sqlite";
import type { Call } from "../../define.ts";

/** Returns to the start of the line, and clears it. */
const clearLine = "\r\u001B[K";

/** The width of the bar, in columns. */
const width = 20;

const stepNames = { words: "Indexing words", vectors: "Embedding rules" } as const;

/** Shows the progress of a rebuild on standard error, in a terminal. */
export interface ProgressBar {
  readonly show: (progress: RebuildProgress) => void;
  readonly clear: () => void;
}

export function createProgressBar({ terminal, settings, options }: Call): ProgressBar {
  const isShown = terminal.interactive && !settings.json && options.quiet !== true;
  if (!isShown) return { show: () => undefined, clear: () => undefined };
  return {
    show({ step, done, total }) {
      const filled = total === 0 ? width : Math.floor((width * Math.min(done, total)) / total);
      const numbers = `${formatNumber(done)} of ${formatNumber(total)}`;
      const bar = `[${"#".repeat(filled)}${"-".repeat(width - filled)}]`;
      const full = `${stepNames[step]} ${bar} ${numbers}`;
      // A line that wraps could not be cleared.
      terminal.err(clearLine + ((terminal.columns ?? full.length) >= full.length ? full : numbers));
    },
    clear: () => terminal.err(clearLine),
  };
}
