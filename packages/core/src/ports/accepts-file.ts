import type { RuleCodec } from "./rule-codec.ts";

/**
 * Whether a file of a rule directory is a rule file for a codec.
 *
 * @param path the path of the file in the directory, with `/`.
 */
export function acceptsFile({ accepts, extensions }: Pick<RuleCodec, "accepts" | "extensions">, path: string): boolean {
  if (accepts !== undefined) return accepts(path);
  const name = path.slice(path.lastIndexOf("/") + 1);
  return extensions.some((extension) =>
    extension.startsWith(".")
      ? name.toLowerCase().endsWith(extension) && name.length > extension.length
      : name === extension && path !== name,
  );
}
