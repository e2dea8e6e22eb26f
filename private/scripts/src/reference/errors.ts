import { errorCatalogue, type ErrorCode } from "@precept/core";
import { exitCodeOfError } from "../../../../apps/cli/src/exit-code.ts";
import { statusOfError } from "../../../../apps/server/src/problems/status-of-error.ts";
import { page, table } from "./markdown.ts";

export function errorReference(): string {
  const codes = Object.keys(errorCatalogue) as ErrorCode[];
  return page(
    "Errors",
    "A `PreceptError` is thrown if an operation cannot be completed. `code` is permanent, `message` says what happened, `hint` what to do, and `details` " +
      "has the values. Problems in rule files are never thrown: see [diagnostics](diagnostics.md).",
    "The exit code is what the command line ends with, the HTTP status what the server answers with.",
    table(
      ["code", "meaning", "exit code", "HTTP status"],
      codes.map((code) => [
        `\`${code}\``,
        `${errorCatalogue[code].title}.`,
        String(exitCodeOfError[code]),
        String(statusOfError[code]),
      ]),
    ),
  );
}
