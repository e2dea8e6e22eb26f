import { errorCatalogue } from "@precept/core";
import { page, table } from "./markdown.ts";

export function errorReference(): string {
  return page(
    "Errors",
    "A `PreceptError` is thrown if an operation cannot be completed. `code` is permanent, `message` says what happened, `hint` what to do, and `details` " +
      "has the values. Problems in rule files are never thrown: see [diagnostics](diagnostics.md).",
    table(
      ["code", "meaning"],
      Object.entries(errorCatalogue).map(([code, { title }]) => [`\`${code}\``, `${title}.`]),
    ),
  );
}
