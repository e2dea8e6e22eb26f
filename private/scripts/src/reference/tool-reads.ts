import { findReadLimits, findToolReads, type Dialect, type ReadGroup, type ReadLocation } from "@precept/mdc-compat";
import { formatNumber } from "@precept/core";
import { table } from "./markdown.ts";

/** Describes what a tool reads from a project: a table in its order, what depends on more than the files, and its limits. */
export function describeReads({ id, title }: Dialect): readonly string[] {
  const { groups, remarks } = findToolReads(id);
  const rows = groups.flatMap((group) =>
    group.locations.map((location, at) => [
      pathsOf(location, group),
      `\`${location.codec.id}\``,
      conditionsOf(location, group, at).join("; ") || "–",
      group.source,
    ]),
  );
  const limits = findReadLimits(id).map(({ dialects = [], max, unit, appliesTo, effect = "advisory", description }) => {
    const files = dialects.map((dialect) => `\`${dialect}\``).join(", ");
    const scope = appliesTo === "allRules" ? "all files together" : "each file";
    return `- ${formatNumber(max)} ${unit} for ${scope} of the format ${files} (${effect}). ${description}`;
  });
  return [
    `${title} reads, in this order:`,
    table(["in the project", "format", "condition", "source"], rows),
    ...(remarks.length === 0 ? [] : [remarks.join(" ")]),
    ...(limits.length === 0 ? [] : [`Limits on what it reads:\n\n${limits.join("\n")}`]),
  ];
}

function pathsOf({ dir, files }: ReadLocation, { pick }: ReadGroup): string {
  const paths = files === undefined ? [`${dir}/`] : files.map((file) => (dir === "" ? file : `${dir}/${file}`));
  const names = paths.map((path) => `\`${path}\``);
  return names.join(pick === "all" ? ", " : ", else ");
}

function conditionsOf(
  { nested = false, everywhere, requires, unless = [], onlyIn, setting }: ReadLocation,
  group: ReadGroup,
  at: number,
) {
  const earlier = group.locations.slice(0, at).some(({ files }) => files !== undefined);
  return [
    ...(nested === true ? [everywhere === true ? "in subdirectories too, for the whole project" : "in subdirectories too"] : []),
    ...(nested === "towardsWorkingDirectory" ? ["in the directories from the root to its working directory"] : []),
    ...(group.pick === "firstInDirectory" ? ["the first that exists in a directory"] : []),
    ...(group.pick === "firstInProject" && earlier ? ["if there is none of the files above"] : []),
    ...(requires === undefined ? [] : [`if \`${requires}\` exists`]),
    ...(unless.length === 0 ? [] : [`if there is no ${unless.map((path) => `\`${path}\``).join(" and no ")}`]),
    ...(onlyIn === undefined ? [] : [`only in ${onlyIn}`]),
    ...(setting === undefined ? [] : [`not by default: only with the setting \`${setting}\``]),
  ];
}
