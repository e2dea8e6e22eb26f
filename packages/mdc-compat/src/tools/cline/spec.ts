import { pathInclusions } from "../../format/plain-codec.ts";
import type { FormatSpec } from "../../model/spec.ts";
import { fromRootedGlob, rootedPatterns } from "../../globs/rooted.ts";

const source = "https://docs.cline.bot/customization/cline-rules";

export const clineSpec: FormatSpec = {
  id: "cline",
  title: "Cline",
  targets: ["cline"],
  keys: [
    {
      name: "paths",
      type: "strings",
      field: "globs",
      description:
        "A list of patterns. The rule applies when a file in the context matches one of them. With an empty list it never applies.",
    },
    { name: "name", type: "string", field: "name", description: "Name of the rule. Default: the file name." },
    { name: "disabled", type: "boolean", field: "enabled", description: "Whether the rule is disabled. Default false." },
    {
      name: "enabled",
      type: "boolean",
      field: "enabled",
      description: "Legacy key: `enabled: false` disables the rule if `disabled` is not set.",
    },
  ],
  inclusions: pathInclusions,
  globs: { ...rootedPatterns, list: "list", source, toCanonical: fromClineGlob },
  describable: [],
  allowsUnknownKeys: true,
  limits: [],
  source,
};

/** The same format in `.cline/rules`, where Cline accepts other files than in `.clinerules`. */
export const clineFolderSpec: FormatSpec = { ...clineSpec, id: "cline-folder" };

/** Converts a Cline pattern to Precept's syntax. As in picomatch, `**.ts` matches at any depth, `*.ts` in the root. */
export function fromClineGlob(glob: string): string {
  return /^\*\*[^/]+$/.test(glob) ? glob : fromRootedGlob(glob);
}
