/** Names that Windows reserves for devices, without `CONIN$` and others, because a safe name contains no `$`. */
const deviceName = /^(?:con|prn|aux|nul|com\d|lpt\d)$/i;

/** The longest safe name. It leaves room for a number and an extension. */
const maxNameLength = 80;
/** The longest segment of a safe path: a safe name with a number and an extension. */
const maxSegmentLength = 128;
const maxPathLength = 512;

/**
 * Turns a rule name into a file name without extension that is valid on every system. The result has ASCII letters,
 * digits, `.`, `_` and `-` only, is at most 80 characters long, neither starts nor ends with `.` or `-`, is not a
 * Windows device name (`NUL`, `com1.txt`) and has no extension that Precept reserves for its own files
 * (`.precept-tmp`). A name without usable characters becomes `rule`. A safe name is returned unchanged.
 */
export function toSafeName(name: string): string {
  return toSafeSegment(name, maxNameLength);
}

/** Whether each segment of a path is as {@link toSafeName} returns it, with room for an extension. */
export function isSafePath(inRoot: string): boolean {
  return (
    inRoot.length <= maxPathLength && inRoot.split("/").every((segment) => toSafeSegment(segment, maxSegmentLength) === segment)
  );
}

function toSafeSegment(name: string, maxLength: number): string {
  const plain = name
    .normalize("NFKD")
    .replace(/\p{Mn}/gu, "")
    .replace(/[^A-Za-z0-9._-]+/g, "-")
    .replace(/\.{2,}/g, ".")
    .replace(/\.(?=precept-)/gi, "-")
    .replace(/-{2,}/g, "-");
  const trimmed = trim(plain, maxLength);
  if (trimmed === "") return "rule";
  const [first = "", ...rest] = trimmed.split(".");
  // Windows ignores everything after the first dot: "nul.md-rule" is still a device, "nul-rule.md" is not.
  return deviceName.test(first) ? trim([`${first}-rule`, ...rest].join("."), maxLength) : trimmed;
}

function trim(name: string, maxLength: number): string {
  return name
    .replace(/^[.-]+/, "")
    .slice(0, maxLength)
    .replace(/[.-]+$/, "");
}
