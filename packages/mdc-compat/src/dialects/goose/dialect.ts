import type { RuleCodec } from "@precept/core";
import type { ImportSpec } from "../../model/spec.ts";
import { createPlainDialect } from "../../format/plain-dialect.ts";
import type { Dialect } from "../../model/dialect.ts";

const source = "https://github.com/block/goose/tree/main/crates/goose/src/hints";

/**
 * `@path` at the start of a line or after a space. Goose inserts the file if it exists in the repository; the word stays if it does not. Absolute paths
 * stay too.
 */
const gooseImports: ImportSpec = { pattern: () => /(?<!\S)@([^\s/`@][^\s`]*)/g, source };

/** Goose reads `.goosehints` and `AGENTS.md`, from the repository root down to its working directory. */
export const gooseDialect: Dialect<"goose"> = createPlainDialect({
  id: "goose",
  title: "Goose",
  aliases: ["block-goose"],
  extensions: [],
  locations: [
    { dir: "", files: [".goosehints"], nested: true },
    { dir: ".config/goose", files: [".goosehints", "AGENTS.md"], personal: true },
  ],
  imports: gooseImports,
  limits: [
    {
      max: 131_072,
      unit: "bytes",
      appliesTo: "eachFile",
      effect: "advisory",
      description: "Goose does not expand `@path` in files larger than 128 KiB.",
    },
  ],
  output: { file: ".goosehints", nested: true },
  source,
});

export const goose: RuleCodec = gooseDialect.formats[0].codec;
