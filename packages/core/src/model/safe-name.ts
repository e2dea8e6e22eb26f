/** Names that Windows keeps for devices, whatever the extension. */
const devices = /^(?:con|prn|aux|nul|com\d|lpt\d)$/i;

const longest = 80;

/**
 * A file name for a rule, without extension: letters, digits, `.`, `_` and `-` of ASCII, so that it is one name on every system, lies where it is
 * put and looks like what it is. Names that have none of these in them become `rule`.
 */
export function safeName(name: string): string {
  const plain = name
    .normalize("NFKD")
    .replace(/\p{Mn}/gu, "")
    .replace(/[^A-Za-z0-9._-]+/g, "-")
    .replace(/\.{2,}/g, ".")
    .replace(/-{2,}/g, "-")
    .slice(0, longest)
    .replace(/^[.-]+|[.-]+$/g, "");
  if (plain === "") return "rule";
  return devices.test(plain.split(".")[0] ?? "") ? `${plain}-rule` : plain;
}

/** Whether a path inside a root is one that every system takes for the same: see {@link safeName}, segment by segment. */
export function isSafePath(inRoot: string): boolean {
  return inRoot.length <= 512 && inRoot.split("/").every((segment) => safeName(segment) === segment);
}
