import { errorCatalogue } from "@precept/core";
import { page, table } from "./markdown.ts";

export function errorReference(): string {
  return page(
    "Errors",
    "A failure is a thrown `PreceptError`: something that was asked for could not be done. `code` is permanent, `message` says what happened, " +
      "`hint` what to do, `details` carries the figures. What is wrong in rule files is never thrown: see [diagnostics](diagnostics.md).",
    table(
      ["code", "meaning"],
      Object.entries(errorCatalogue).map(([code, { title }]) => [`\`${code}\``, `${title}.`]),
    ),
  );
}
