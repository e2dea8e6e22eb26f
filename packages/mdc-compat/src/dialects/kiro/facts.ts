import type { FormatFacts } from "../../format/facts.ts";
import { fromRootedGlob, toRootedGlob } from "../../globs/rooted.ts";

/** Kiro's steering files. */
export const kiroFacts: FormatFacts = {
  id: "kiro",
  title: "Kiro",
  targets: ["kiro", "kiro-ide", "kiro-cli"],
  keys: [
    {
      name: "inclusion",
      type: ["always", "fileMatch", "manual", "auto"],
      field: "inclusion",
      meaning: "When the file is included. Default `always`.",
    },
    {
      name: "fileMatchPattern",
      type: "text or texts",
      field: "globs",
      meaning: "One pattern, or a list. With `inclusion: fileMatch` the file is included when one matches.",
    },
    { name: "name", type: "text", field: "name", meaning: "What `inclusion: auto` calls the file." },
    {
      name: "description",
      type: "text",
      field: "description",
      meaning: "By which `inclusion: auto` offers the file to the agent.",
    },
  ],
  inclusions: {
    always: { written: "`inclusion: always`, or no front matter" },
    fileMatch: { written: "`inclusion: fileMatch`, `fileMatchPattern`" },
    agentRequested: { written: "`inclusion: auto`, `name`, `description`" },
    manual: { written: "`inclusion: manual`" },
    relevant: { becomes: "agentRequested" },
  },
  globs: {
    bare: "root",
    rooted: "root",
    list: "list",
    exclusions: false,
    // https://github.com/kirodotdev/Kiro/issues/1643: `*.py` does not find nested files.
    source: "https://github.com/kirodotdev/Kiro/issues/1643",
    toCanonical: fromRootedGlob,
    fromCanonical: (glob) => [toRootedGlob(glob)],
  },
  describes: ["always", "fileMatch", "agentRequested", "manual"],
  references: true,
  keepsKeys: true,
  limits: [],
  source: "https://kiro.dev/docs/steering/",
};
