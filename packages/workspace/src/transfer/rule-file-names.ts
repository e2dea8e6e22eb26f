import { ruleLocations } from "@precept/mdc-compat";

/** The names of single rule files, relative to the directory that their rules apply to. */
export const ruleFileNames: ReadonlySet<string> = new Set(
  ruleLocations.flatMap(({ dir, files = [], personal }) =>
    personal === true ? [] : files.map((file) => (dir === "" ? file : `${dir}/${file}`)),
  ),
);
