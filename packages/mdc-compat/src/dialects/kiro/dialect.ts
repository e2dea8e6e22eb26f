import type { Dialect } from "../../model/dialect.ts";
import { skillFormats } from "../../skills/formats.ts";
import { kiro } from "./codec.ts";
import { kiroSpec } from "./spec.ts";

export const kiroDialect: Dialect<"kiro"> = {
  id: "kiro",
  title: "Kiro",
  aliases: ["kiro-ide", "kiro-cli"],
  formats: [
    {
      spec: kiroSpec,
      codec: kiro,
      locations: [{ dir: ".kiro/steering" }, { dir: ".kiro/steering", personal: true }],
    },
    ...skillFormats("kiro"),
  ],
  output: { kind: "files", spec: kiroSpec, codec: kiro, dir: ".kiro/steering", nested: false },
};
