import type { RuleCodec } from "@precept/core";
import { createPlainDialect } from "../../format/plain-dialect.ts";
import type { Dialect } from "../../model/dialect.ts";

/** Tabnine's guidelines, which its plugins for IDEs read. */
export const tabnineDialect: Dialect<"tabnine"> = createPlainDialect({
  id: "tabnine",
  title: "Tabnine",
  locations: [{ dir: ".tabnine/guidelines" }, { dir: ".tabnine/guidelines", personal: true }],
  accepts: (path) => /^[^/]+\.md$/i.test(path),
  output: { dir: ".tabnine/guidelines" },
  source: "https://docs.tabnine.com/main/getting-started/tabnine-agent/guidelines",
});

export const tabnine: RuleCodec = tabnineDialect.formats[0].codec;
