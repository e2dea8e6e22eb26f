import type { Dialect } from "../../dialect.ts";
import { cline, clineFolder } from "./codec.ts";
import { clineFacts, clineFolderFacts } from "./facts.ts";

export const clineDialect: Dialect = {
  id: "cline",
  title: "Cline",
  aliases: [],
  formats: [
    {
      facts: clineFacts,
      codec: cline,
      places: [
        { dir: ".clinerules" },
        // The one file of old has the name of the directory.
        { dir: "", files: [".clinerules"] },
        { dir: "Documents/Cline/Rules", personal: true },
        { dir: "Cline/Rules", personal: true },
      ],
    },
    { facts: clineFolderFacts, codec: clineFolder, places: [{ dir: ".cline/rules" }] },
  ],
  alsoReads: ["agents", "cursor"],
  output: { kind: "files", facts: clineFacts, codec: cline, dir: ".clinerules", nested: false },
};
