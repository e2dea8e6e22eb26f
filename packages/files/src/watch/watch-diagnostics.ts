import { createReporter, type Diagnostic } from "@precept/core";
import { messageOf } from "../failure.ts";

/** Diagnostics of watching directories. Codes are permanent. */
export const watchDiagnostics = {
  "watch/limited": {
    severity: "warning",
    title: "Not every directory can be watched for changes, because a limit of the system is reached",
    hint: "Raise the limit (on Linux fs.inotify.max_user_watches or fs.inotify.max_user_instances), or list directories without rules in `rules.ignore`.",
  },
} as const;

const report = createReporter(watchDiagnostics);

/** Reports that not all directories can be watched. @param error of the watcher; undefined returns no diagnostics. */
export function reportWatchFailure(error: unknown): readonly Diagnostic[] {
  if (error === undefined) return [];
  return [report("watch/limited", {}, `Not every directory can be watched for changes: ${messageOf(error)}.`)];
}
