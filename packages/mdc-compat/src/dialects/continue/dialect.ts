import type { Dialect } from "../../model/dialect.ts";
import { continueColocated, continueDev, continueRulesFile } from "./codec.ts";
import { colocatedSpec, continueSpec, continueRulesFileSpec } from "./spec.ts";

export const continueDialect: Dialect<"continue"> = {
  id: "continue",
  title: "Continue",
  aliases: ["continue-dev"],
  formats: [
    {
      spec: continueSpec,
      codec: continueDev,
      locations: [{ dir: ".continue/rules" }, { dir: ".continue/rules", personal: true }],
    },
    {
      spec: colocatedSpec,
      codec: continueColocated,
      locations: [{ dir: "", files: ["rules.md"], nested: true, requires: ".continue" }],
    },
    { spec: continueRulesFileSpec, codec: continueRulesFile, locations: [{ dir: "", files: [".continuerules"] }] },
  ],
  output: { kind: "files", spec: continueSpec, codec: continueDev, dir: ".continue/rules", nested: false },
};
