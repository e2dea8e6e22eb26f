/**
 * Increases the last number of the version in the text of a policy file: only a newer version replaces a policy.
 *
 * @param version the version of the policy, which a text can leave out. Default `1.0.0`.
 */
export function withNextVersion(yaml: string, version = "1.0.0"): string {
  const next = version.replace(/\d+$/, (last) => String(Number(last) + 1));
  const written = new RegExp(`^([ \\t-]*version: *["']?)${version.replaceAll(".", String.raw`\.`)}`, "m");
  if (written.test(yaml)) return yaml.replace(written, `$1${next}`);
  // Below the id, whose line can begin an item of a list.
  return yaml.replace(/^([ \t-]*)id:.*$/m, (line, before: string) => `${line}\n${before.replace("-", " ")}version: ${next}`);
}
