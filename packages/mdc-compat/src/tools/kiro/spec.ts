import { descriptionKey } from "../../format/description-key.ts";
import type { FormatSpec } from "../../model/spec.ts";
import { rootedPatterns } from "../../globs/rooted.ts";

export const kiroSpec: FormatSpec = {
  id: "kiro",
  title: "Kiro",
  targets: ["kiro", "kiro-ide", "kiro-cli"],
  keys: [
    {
      name: "inclusion",
      type: ["always", "fileMatch", "manual", "auto"],
      field: "inclusion",
      description: "When the file is included. Default `always`.",
    },
    {
      name: "fileMatchPattern",
      type: "string or strings",
      field: "globs",
      description:
        "One pattern, or a list. With `inclusion: fileMatch`, the file is included when a file in the context matches.",
    },
    { name: "name", type: "string", field: "name", description: "Name of the file for `inclusion: auto`." },
    descriptionKey("With `inclusion: auto`", "file"),
  ],
  inclusions: {
    always: { syntax: "`inclusion: always`, or no front matter" },
    fileMatch: { syntax: "`inclusion: fileMatch`, `fileMatchPattern`" },
    agentRequested: { syntax: "`inclusion: auto`, `name`, `description`" },
    manual: { syntax: "`inclusion: manual`" },
    relevant: { fallback: "agentRequested" },
  },
  // `*.py` does not match files in subdirectories.
  globs: { ...rootedPatterns, list: "list", source: "https://github.com/kirodotdev/Kiro/issues/1643" },
  describable: ["always", "fileMatch", "agentRequested", "manual"],
  references: true,
  allowsUnknownKeys: true,
  limits: [],
  source: "https://kiro.dev/docs/steering/",
};
