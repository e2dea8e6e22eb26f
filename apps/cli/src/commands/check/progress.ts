import { formatNumber } from "@precept/core";
import type { Call } from "../../define.ts";

import type { CheckCommandOptions } from "./options.ts";

/** Progress is shown from this number of files to check. */
const many = 200;

/** Progress is shown whenever git has listed this many more files. */
const manyListed = 20_000;

/** Returns to the start of the line, and clears it. */
const clearLine = "\r\u001B[K";

/** Shows the progress of a long check on standard error, in a terminal. */
export interface Progress {
  /** @param listed the number of files found so far. */
  readonly listing: (listed: number) => void;
  /** @param done the number of files checked so far. */
  readonly checking: (done: number, total: number) => void;
}

export function createProgress({ terminal, settings, options }: Call<CheckCommandOptions>): Progress {
  const isTable = !settings.json && (options.format ?? "table") === "table";
  const isShown = terminal.interactive && isTable && options.quiet !== true;
  if (!isShown) return { listing: () => {}, checking: () => {} };
  let next = manyListed;
  return {
    listing(listed) {
      if (listed < next) return;
      next = listed + manyListed;
      terminal.err(`${clearLine}Listing files: ${formatNumber(listed)}`);
    },
    checking(done, total) {
      if (total < many && next === manyListed) return;
      terminal.err(done >= total ? clearLine : `${clearLine}${formatNumber(done)} of ${formatNumber(total)} files`);
    },
  };
}
