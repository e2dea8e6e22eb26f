import { basename, dirname, parse } from "node:path";
import { withoutUndefined } from "@precept/core";
import { describeUnread, openRoot, ownershipAt, readFileInSync, realPathAt } from "@precept/files";

/** Where a secret is: in a file, else in an environment variable. */
export interface SecretLocation {
  /** The path of the file, absolute. */
  readonly file?: string | undefined;
  readonly variable?: string | undefined;
}

/** A secret, or why there is none, as a part of a sentence. */
export type Secret = FoundSecret | { readonly missing: string };

export interface FoundSecret {
  readonly value: string;
  /** A sentence about a file that other users of the machine can read or change. */
  readonly warning?: string;
}

/** The size of the largest file that is read as a secret, in bytes. */
const maxSecretBytes = 65_536;

/** The permissions of users who neither own a file nor belong to its group. */
const othersMode = 0o007;

/**
 * Reads a secret. Undefined if neither a file nor a variable is named. White space around the text of a file does not count, so
 * a line may end in any way.
 */
export function readSecret(
  { file, variable }: SecretLocation,
  environment: Readonly<Record<string, string | undefined>>,
): Secret | undefined {
  if (file !== undefined) return readSecretFile(file);
  if (variable === undefined) return undefined;
  const value = environment[variable];
  return value === undefined || value === "" ? { missing: `the environment variable ${variable} is not set` } : { value };
}

function readSecretFile(path: string): Secret {
  // Containers mount secrets as links.
  const root = openRoot(dirname(path), { trusted: [parse(path).root] });
  const content = readFileInSync(root, basename(path), { maxBytes: maxSecretBytes });
  if (content.kind !== "bytes") return { missing: `the file ${path} cannot be read: ${describeUnread(content)}` };
  // A file that Windows programs wrote can begin with a byte order mark, which `trim` removes as well.
  const value = content.bytes.toString("utf8").trim();
  if (value === "") return { missing: `the file ${path} is empty` };
  if (/[\p{Cc}\uFFFD]/u.test(value)) return { missing: `the file ${path} must contain one line of UTF-8 text` };
  return { value, ...withoutUndefined({ warning: warnOfPermissions(path) }) };
}

function warnOfPermissions(path: string): string | undefined {
  // On Windows, the mode says nothing about other users.
  if (process.platform === "win32") return undefined;
  const mode = ownershipAt(realPathAt(path) ?? path)?.mode ?? 0;
  return (mode & othersMode) === 0
    ? undefined
    : `Every user of this machine can access the file ${path}, which contains a secret. Run \`chmod o= ${path}\`.`;
}
