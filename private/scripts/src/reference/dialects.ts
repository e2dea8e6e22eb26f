import { inclusions, type Inclusion } from "@precept/core";
import { dialects, type Dialect, type FormatFacts, type FormatPlace, type RuleFormat } from "@precept/mdc-compat";
import { page, table } from "./markdown.ts";

export function dialectReference(): string {
  return page(
    "Dialects",
    "Every tool below is read as it reads its files itself, and written by `precept export --to ID`. Where a rule says something that a file can't, " +
      "the export says so; where the rule would then apply to something else, it is left out unless `--lossy` is given.",
    "## What each file can say",
    "Read: a file that says this becomes a rule of that inclusion. Written: a rule of that inclusion is written so; an arrow tells what it becomes with " +
      "`--lossy`, and that it is left out otherwise.",
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
  const target = output.kind === "files" ? `\`${output.dir}\`, one file a rule` : `\`${output.file}\`, one file for all rules`;
  const nested = output.nested ? "; rules of a directory below the project are written there" : "";
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
  const where = { root: "in the root", anywhere: "at any depth" };
  const parts = [
    `\`*.ts\` is looked for ${where[bare]}, \`src/*.ts\` ${where[rooted]}`,
    `several are written as ${list}`,
    exclusions ? "`!` excludes" : "nothing excludes",
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
    ...(firstOnly === true ? ["the first that is there"] : []),
    ...(requires === undefined ? [] : [`where there is \`${requires}\``]),
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
