import type { RuleCodec } from "@precept/core";
import { createPlainCodec } from "./plain-codec.ts";
import { createPlainSpec } from "./plain-spec.ts";

const spec = createPlainSpec({
  id: "text",
  title: "plain text",
  targets: [],
  source: "https://github.com/charmbracelet/crush/blob/main/internal/agent/prompt/prompt.go",
});

/**
 * Creates the codec of a directory of another tool whose files are read as plain text, with the front matter.
 *
 * @param accepts whether a file is read, by its path in the directory. Default: every file.
 */
export function createTextCodec(accepts: (path: string) => boolean = () => true): RuleCodec {
  return createPlainCodec({ spec, extensions: [".mdc", ".md"], accepts });
}
