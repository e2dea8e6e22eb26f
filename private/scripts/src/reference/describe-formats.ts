import type { Dialect, FormatLocation, FormatSpec, RuleFormat } from "@precept/mdc-compat";
import { table } from "./markdown.ts";

/** Returns the formats of a tool without its skills, which have another table. */
export function listFormats({ formats }: Dialect): readonly RuleFormat[] {
  return formats.filter(({ spec }) => spec.schema !== "skill");
}

/** Describes a format: its files, limits and keys. */
export function describeFormat({ spec, locations, codec }: RuleFormat): string {
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

/** Names the files of a location. */
export function listPaths({ dir, files, personal }: FormatLocation): readonly string[] {
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
