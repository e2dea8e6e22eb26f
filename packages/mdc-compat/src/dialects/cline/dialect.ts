import type { Dialect } from "../../model/dialect.ts";
import { skillFormats } from "../../skills/formats.ts";
import { cline, clineFolder } from "./codec.ts";
import { clineSpec, clineFolderSpec } from "./spec.ts";

export const clineDialect: Dialect<"cline"> = {
  id: "cline",
  title: "Cline",
  aliases: [],
  formats: [
    {
      spec: clineSpec,
      codec: cline,
      locations: [
        { dir: ".clinerules" },
        // The legacy single file, which has the name of the directory.
        { dir: "", files: [".clinerules"] },
        { dir: "Documents/Cline/Rules", personal: true },
        { dir: "Cline/Rules", personal: true },
      ],
    },
    { spec: clineFolderSpec, codec: clineFolder, locations: [{ dir: ".cline/rules" }] },
    ...skillFormats("cline"),
  ],
  output: { kind: "files", spec: clineSpec, codec: cline, dir: ".clinerules", nested: false },
};
