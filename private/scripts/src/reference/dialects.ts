import { inclusions, type Inclusion } from "@precept/core";
import { dialects, skillHosts, type Dialect, type FormatLocation, type FormatSpec, type RuleFormat } from "@precept/mdc-compat";
import { page, table } from "./markdown.ts";
import { describeReads } from "./tool-reads.ts";
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
    "Each section below lists the files of a project that the tool itself reads, its own and those of other tools, in its order, with the source of each fact. " +
      "`precept explain --tool ID` shows what that is in your project, exported files included, and what the limits of the tool cut. " +
      "`precept explain --compare ID,ID` shows several tools side by side.",
    skillSection(),
    ...dialects.map(section),
  );
}

/** Returns the formats of a tool without its skills, which have a table of their own. */
export function listFormats({ formats }: Dialect): readonly RuleFormat[] {
  return formats.filter(({ spec }) => spec.schema !== "skill");
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

function section(dialect: Dialect): string {
  const { id, title, aliases, output } = dialect;
  const names = [id, ...aliases].map((name) => `\`${name}\``).join(", ");
  const target = output.kind === "files" ? `one file per rule to \`${output.dir}\`` : `all rules to one file, \`${output.file}\``;
  const nested = output.nested ? ", and rules of a subdirectory to that subdirectory" : "";
  return [
    `## ${title}`,
    `Names: ${names}. An export writes ${target}${nested}.${skillHosts.some((host) => host.id === id && id !== "skill") ? " It reads [skills](#skills)." : ""}`,
    ...describeReads(dialect),
    ...listFormats(dialect).map(describeFormat),
  ].join("\n\n");
}

function describeFormat({ spec, locations, codec }: RuleFormat): string {
  const { keys, globs, limits, source } = spec;
  const rows = [
    ["read from", locations.flatMap((location) => listPaths(location).map((path) => path + remark(location))).join(", ")],
    ["largest file", `${codec.maxBytes / 1024} KiB`],
    ...(globs === undefined ? [] : [["patterns", describeGlobs(globs)]]),
    ...limits.map(({ description, source: own }) => ["limit", own === undefined ? description : `${description} (${own})`]),
    ["source", source],
  ];
  const parts = [table(["", ""], rows)];
  if (keys.length > 0) {
    parts.push(
      table(
        ["key", "type", "description"],
        keys.map(({ name, type, description }) => [
          `\`${name}\``,
          typeof type === "string" ? type : type.map((value) => `\`${value}\``).join(", "),
          description,
        ]),
      ),
    );
  }
  return parts.join("\n\n");
}

const listForms: Readonly<Record<NonNullable<FormatSpec["globs"]>["list"], string>> = {
  commas: "a comma-separated string",
  list: "a list",
  "list or commas": "a list or a comma-separated string",
  "one pattern": "not supported",
};

function describeGlobs({ withoutSlash, withSlash, list, exclusions, source }: NonNullable<FormatSpec["globs"]>): string {
  const depth = { root: "in the root directory", anywhere: "at any depth" };
  const parts = [
    `\`*.ts\` matches ${depth[withoutSlash]}, \`src/*.ts\` ${depth[withSlash]}`,
    `several patterns: ${listForms[list]}`,
    exclusions ? "`!` excludes files" : "no exclusions",
  ];
  return `${parts.join("; ")}${source === undefined ? "" : ` (${source})`}`;
}

function listPaths({ dir, files, personal }: FormatLocation): readonly string[] {
  const paths = files === undefined ? [dir] : files.map((file) => (dir === "" ? file : `${dir}/${file}`));
  return paths.map((path) => `\`${personal === true ? "~/" : ""}${path}\``);
}

function remark({ nested, firstOnly, requires, unless = [], personal }: FormatLocation): string {
  const remarks = [
    ...(nested === true ? ["in subdirectories too"] : []),
    ...(firstOnly === true ? ["the first that exists"] : []),
    ...(requires === undefined ? [] : [`if \`${requires}\` exists`]),
    ...(unless.length === 0 ? [] : [`if there is no ${unless.map((path) => `\`${path}\``).join(" and no ")}`]),
    ...(personal === true ? ["with `rules.personal`"] : []),
  ];
  return remarks.length === 0 ? "" : ` (${remarks.join("; ")})`;
}

function link({ title }: Dialect): string {
  return `[${title}](#${title
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, "")
    .replace(/\s/g, "-")})`;
}
