import { inclusions, type Inclusion } from "@precept/core";
import { dialects, type Dialect, type FormatSpec } from "@precept/mdc-compat";
import { listFormats, listPaths } from "./describe-formats.ts";
import { page, table } from "./markdown.ts";
import { skillSection } from "./skill-hosts.ts";

export function dialectReference(): string {
  return page(
    "Dialects",
    "Precept reads the rule files of these tools as the tools themselves read them. `precept export --to ID` writes rule files for a tool. If a file cannot " +
      "express everything in a rule, the export reports it. If the rule would then apply to something else, the export leaves it out unless you pass " +
      "`--lossy`.",
    "## Inclusions by format",
    "Each cell shows how a file expresses the inclusion. An arrow means that the format does not support it: `--lossy` writes the rule with the inclusion " +
      "after the arrow, and without `--lossy` the rule is left out.",
    matrix(),
    "## What a tool reads",
    "The page of each tool lists the files that the tool reads in a project, in its order, with the source of each fact. They include files of other tools. " +
      "`precept explain --tool ID` shows what that is in your project, exported files included, and what the limits of the tool cut. " +
      "`precept explain --compare ID,ID` shows several tools side by side.",
    skillSection(),
  );
}

function matrix(): string {
  const formats = dialects.flatMap((dialect) => listFormats(dialect).map((format) => [dialect, format] as const));
  return table(
    ["tool", "file", ...inclusions.map((inclusion) => `\`${inclusion}\``)],
    formats.map(([dialect, { spec, locations }]) => [
      link(dialect),
      locations
        .filter(({ personal }) => personal !== true)
        .flatMap(listPaths)
        .join(", ") || locations.flatMap(listPaths).join(", "),
      ...inclusions.map((inclusion) => cell(spec, inclusion)),
    ]),
  );
}

function cell({ inclusions: supported }: FormatSpec, inclusion: Inclusion): string {
  const { syntax, fallback } = supported[inclusion];
  return syntax ?? (fallback === undefined ? "–" : `→ ${fallback}`);
}

function link({ id, title }: Dialect): string {
  return `[${title}](tools/${id}.md)`;
}
