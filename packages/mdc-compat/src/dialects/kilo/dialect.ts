import type { Dialect } from "../../model/dialect.ts";
import { skillFormats } from "../../skills/formats.ts";
import { getKiloPath, kilo, kiloFile } from "./codec.ts";
import { kiloFileSpec, kiloSpec } from "./spec.ts";

/**
 * Kilo Code also reads `CLAUDE.md` or `CONTEXT.md` if there is no `AGENTS.md`, and the files under `instructions` in `kilo.json`, which are not
 * supported. Of two rules with one file name, it reads the one in `.kilo`.
 */
export const kiloDialect: Dialect<"kilo"> = {
  id: "kilo",
  title: kiloSpec.title,
  aliases: ["kilocode", "kilo-code"],
  formats: [
    {
      spec: kiloSpec,
      codec: kilo,
      locations: [{ dir: ".kilo" }, { dir: ".kilocode" }, { dir: ".kilo", personal: true }, { dir: ".kilocode", personal: true }],
    },
    {
      spec: kiloFileSpec,
      codec: kiloFile,
      locations: [
        { dir: "", files: [".kilocoderules"] },
        { dir: ".config/kilo", files: ["AGENTS.md"], personal: true },
      ],
    },
    ...skillFormats("kilo"),
  ],
  output: { kind: "files", spec: kiloSpec, codec: kilo, dir: ".kilo", nested: false, getPath: getKiloPath },
};
