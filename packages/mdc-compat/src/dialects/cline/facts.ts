import type { FormatFacts } from "../../format/facts.ts";
import { toRootedGlob } from "../../globs/rooted.ts";
import { fromClineGlob } from "./glob.ts";

const source = "https://docs.cline.bot/customization/cline-rules";

/** Cline's rules. */
export const clineFacts: FormatFacts = {
  id: "cline",
  title: "Cline",
  targets: ["cline"],
  keys: [
    {
      name: "paths",
      type: "texts",
      field: "globs",
      meaning: "A list of patterns. The rule applies when a file of the context matches one of them; with an empty list never.",
    },
    { name: "name", type: "text", field: "name", meaning: "What the rule is called. Default: the name of the file." },
    { name: "disabled", type: "flag", field: "enabled", meaning: "Whether the rule is switched off. Default false." },
    {
      name: "enabled",
      type: "flag",
      field: "enabled",
      meaning: "An older way to say it: `enabled: false` switches the rule off where there is no `disabled`.",
    },
  ],
  inclusions: {
    always: { written: "no `paths`" },
    fileMatch: { written: "`paths`" },
    agentRequested: { becomes: "always" },
    manual: { becomes: "always" },
    relevant: { becomes: "always" },
  },
  globs: {
    bare: "root",
    rooted: "root",
    list: "list",
    exclusions: false,
    source,
    toCanonical: fromClineGlob,
    fromCanonical: (glob) => [toRootedGlob(glob)],
  },
  describes: [],
  keepsKeys: true,
  limits: [],
  source,
};

/** The same rules in `.cline/rules`, where Cline reads other files than in `.clinerules`. */
export const clineFolderFacts: FormatFacts = { ...clineFacts, id: "cline-folder" };
