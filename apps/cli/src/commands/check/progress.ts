import { formatNumber } from "@precept/core";
import type { Call } from "../../define.ts";

import type { CheckCommandOptions } from "./options.ts";

/** Fewer files are checked before anybody wonders. */
const many = 200;

/** Begins the line anew, and empties it. */
const anew = "\r\u001B[K";

/** Shows a person how far a long check has come. */
export function showProgress({ terminal, settings, options }: Call<CheckCommandOptions>, total: number): (done: number) => void {
  const isRead = terminal.interactive && !settings.json && (options.format ?? "table") === "table";
  if (!isRead || total < many) return () => {};
  return (done) => terminal.err(done >= total ? anew : `${anew}${formatNumber(done)} of ${formatNumber(total)} files`);
}
