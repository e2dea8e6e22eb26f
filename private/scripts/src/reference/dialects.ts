import { inclusions, type Inclusion } from "@precept/core";
import { dialects, type Dialect, type FormatFacts, type FormatPlace, type RuleFormat } from "@precept/mdc-compat";
import { page, table } from "./markdown.ts";

export function dialectReference(): string {
  return page(
    "Dialects",
    "Precept reads the files of each tool as the tool does, and writes them with `precept export --to ID`. The export reports what a format cannot express. " +
      "If a rule would then apply to other requests, it is left out unless `--lossy` is given.",
    "## What each format can express",
    "Each cell shows how a format expresses an inclusion, in reading and in writing. An arrow shows the inclusion that it gets with `--lossy`; without `--lossy` the rule is " +
      "left out.",
    matrix(),
    ...dialects.map(section),
  );
}

function matrix(): string {
  const formats = dialects.flatMap((dialect) => dialect.formats.map((format) => [dialect, format] as const));
  return table(
    ["tool", "file", ...inclusions.map((inclusion) => `\`${inclusion}\``)],
    formats.map(([dialect, { facts, places }]) => [
      link(dialect),
      places
        .filter(({ personal }) => personal !== true)
        .flatMap(pathsOf)
        .join(", ") || places.flatMap(pathsOf).join(", "),
      ...inclusions.map((inclusion) => cell(facts, inclusion)),
    ]),
  );
}

function cell({ inclusions: known }: FormatFacts, inclusion: Inclusion): string {
  const { written, becomes } = known[inclusion];
  return written ?? (becomes === undefined ? "–" : `→ ${becomes}`);
}

function section(dialect: Dialect): string {
  const { id, title, aliases, formats, alsoReads, output } = dialect;
  const names = [id, ...aliases].map((name) => `\`${name}\``).join(", ");
  const target = output.kind === "files" ? `\`${output.dir}\`, one file per rule` : `\`${output.file}\`, one file for all rules`;
  const nested = output.nested ? "; rules of a directory below the project are written to that directory" : "";
  const others = alsoReads.map((other) => link(dialects.find(({ id: known }) => known === other) ?? dialect));
  return [
    `## ${title}`,
    `Names: ${names}. Written to ${target}${nested}.${others.length === 0 ? "" : ` Also reads ${others.join(", ")}.`}`,
    ...formats.map(describeFormat),
  ].join("\n\n");
}

function describeFormat({ facts, places, codec }: RuleFormat): string {
  const { keys, globs, limits, source } = facts;
  const rows = [
    ["read from", places.flatMap((place) => pathsOf(place).map((path) => path + remark(place))).join(", ")],
    ["largest file", `${codec.maxBytes / 1024} KiB`],
    ...(globs === undefined ? [] : [["patterns", describeGlobs(globs)]]),
    ...limits.map(({ meaning, source: own }) => ["limit", own === undefined ? meaning : `${meaning} (${own})`]),
    ["source", source],
  ];
  const parts = [table(["", ""], rows)];
  if (keys.length > 0) {
    parts.push(
      table(
        ["key", "type", "meaning"],
        keys.map(({ name, type, meaning }) => [
          `\`${name}\``,
          typeof type === "string" ? type : type.map((value) => `\`${value}\``).join(", "),
          meaning,
        ]),
      ),
    );
  }
  return parts.join("\n\n");
}

function describeGlobs({ bare, rooted, list, exclusions, source }: NonNullable<FormatFacts["globs"]>): string {
  const where = { root: "in the root only", anywhere: "at any depth" };
  const parts = [
    `\`*.ts\` matches ${where[bare]}, \`src/*.ts\` ${where[rooted]}`,
    `several patterns are written as ${list}`,
    exclusions ? "`!` excludes" : "no exclusions",
  ];
  return `${parts.join("; ")}${source === undefined ? "" : ` (${source})`}`;
}

function pathsOf({ dir, files, personal }: FormatPlace): readonly string[] {
  const inPlace = files === undefined ? [dir] : files.map((file) => (dir === "" ? file : `${dir}/${file}`));
  return inPlace.map((path) => `\`${personal === true ? "~/" : ""}${path}\``);
}

function remark({ nested, firstOnly, requires, personal }: FormatPlace): string {
  const remarks = [
    ...(nested === true ? ["also in directories below"] : []),
    ...(firstOnly === true ? ["the first existing file"] : []),
    ...(requires === undefined ? [] : [`if \`${requires}\` exists`]),
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
