import { formatNumber, type Progress, type ProgressListener } from "@precept/core";
import { mapOutput } from "./screen.ts";
import type { Terminal } from "./terminal.ts";

/** How long a command must take before its progress is shown, in milliseconds. */
const delay = 1000;

const interval = 100;

/** Returns to the start of the line, and clears it. */
const clearLine = "\r\u001B[K";

const barWidth = 20;

export interface ProgressLine {
  /** The terminal, which clears the line before anything else is written or asked. */
  readonly terminal: Terminal;
  /** Shows the progress if it has been reported for a second without other output. */
  readonly show: ProgressListener;
  readonly clear: () => void;
}

/** Creates the line for the progress of a command. It stays empty if standard error is no terminal. */
export function createProgressLine(terminal: Terminal): ProgressLine {
  const { interactive, showsProgress = interactive, now = () => performance.now() } = terminal;
  let isShown = false;
  let next: number | undefined;
  const clear = (): void => {
    next = undefined;
    if (isShown) terminal.err(clearLine);
    isShown = false;
  };
  const afterClear = (text: string): string => {
    clear();
    return text;
  };
  return {
    terminal: mapOutput(terminal, afterClear),
    show(progress) {
      if (!showsProgress) return;
      const time = now();
      next ??= time + delay;
      if (time < next) return;
      next = time + interval;
      isShown = true;
      terminal.err(clearLine + viewProgress(progress, terminal.columns));
    },
    clear,
  };
}

function viewProgress({ step, done, total }: Progress, columns = Infinity): string {
  const count = total === undefined ? formatNumber(done) : `${formatNumber(done)} of ${formatNumber(total)}`;
  const full = total === undefined ? `${step}: ${count}` : `${step} ${viewBar(done, total)} ${count}`;
  // A line that wraps could not be cleared.
  return full.length <= columns ? full : count.slice(0, columns);
}

function viewBar(done: number, total: number): string {
  const filled = total === 0 ? barWidth : Math.floor((barWidth * Math.min(done, total)) / total);
  return `[${"#".repeat(filled)}${"-".repeat(barWidth - filled)}]`;
}
