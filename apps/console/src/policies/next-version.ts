/** Increases the last number of the version in a policy file: only a newer version replaces a policy. */
export function withNextVersion(yaml: string): string {
  return yaml.replace(/^(version: "?(?:\d+\.)*)(\d+)/m, (_, before: string, last: string) => `${before}${Number(last) + 1}`);
}
