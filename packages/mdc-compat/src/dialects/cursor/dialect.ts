import type { Dialect } from "../../model/dialect.ts";
import { skillFormats } from "../../skills/formats.ts";
import { cursor } from "./codec.ts";
import { cursorSpec } from "./spec.ts";
import { cursorRulesFile, cursorRulesFileSpec } from "./rules-file.ts";

export const cursorDialect: Dialect<"cursor"> = {
  id: "cursor",
  title: "Cursor",
  aliases: [],
  formats: [
    { spec: cursorSpec, codec: cursor, locations: [{ dir: ".cursor/rules", nested: true }] },
    { spec: cursorRulesFileSpec, codec: cursorRulesFile, locations: [{ dir: "", files: [".cursorrules"] }] },
    ...skillFormats("cursor"),
  ],
  output: { kind: "files", spec: cursorSpec, codec: cursor, dir: ".cursor/rules", nested: true },
};
