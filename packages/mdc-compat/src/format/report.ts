import { createReporter } from "@precept/core";
import { formatDiagnostics } from "./format-diagnostics.ts";

/** Creates a diagnostic that files of any dialect can have, with the severity and hint of its code. */
export const report: ReturnType<typeof createReporter<typeof formatDiagnostics>> = createReporter(formatDiagnostics);
