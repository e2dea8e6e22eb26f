import { formatNumber } from "@precept/core";
import type { ItemReport } from "@precept/transfer";
import { columns } from "../../terminal/layout.ts";
import { describeItem } from "../../transfer/view-items.ts";
import { printable, type Style } from "../../terminal/text.ts";

/** The largest number of items that are listed without `--all`. */
const maxListed = 12;

/** Lists items with the fields that a tool does not get: a line for each item, or for each field with `--all`. */
export function viewItemReports(reports: readonly ItemReport[], all: boolean, style: Style): readonly string[] {
  const rows = reports.flatMap((report) => (all ? viewNotes(report) : [viewReport(report)]));
  const shown = all ? rows : rows.slice(0, maxListed);
  const more = rows.length - shown.length;
  const lines = columns(shown, style).map((line) => `  ${line}`);
  return more === 0 ? lines : [...lines, style.dim(`  … ${formatNumber(more)} more; --all lists them`)];
}

function viewNotes({ kind, name, target, notes }: ItemReport): readonly (readonly string[])[] {
  return notes.map(({ field, message }) => [target.title, describeItem({ kind, name }), printable(`${field}: ${message}`)]);
}

function viewReport({ kind, name, target, notes, isWritten }: ItemReport): readonly string[] {
  const file = notes.find(({ field }) => field === "file");
  const shown = notes.filter((note) => isWritten || note.kind === "limit");
  const fields = new Set(shown.flatMap(({ field, missing = [field] }) => missing));
  return [target.title, describeItem({ kind, name }), printable(file?.message ?? `without ${[...fields].join(", ")}`)];
}
