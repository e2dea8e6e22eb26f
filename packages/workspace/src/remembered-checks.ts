import { isRecord, type Rule } from "@precept/core";
import { makePrivateDirectory, openRoot, putFileSync, readFileInSync, stateDir, statusIn, type Root } from "@precept/files";
import type { RuleWithChecks } from "@precept/governance";

/** A rule with its own checks, as hooks remember it. */
interface RememberedRule extends RuleWithChecks {
  /** The path of its file. Null if it has none. */
  readonly path: string | null;
}

const path = `${stateDir}/rule-checks.json`;

/** A larger file was not written by Precept. In bytes. */
const maxBytes = 4_194_304;

/**
 * Returns the rules that had their own checks when a hook last read rules. Most hooks read no rules, and would take twice as long
 * if they did. Undefined if it is not known.
 */
export function rememberedChecks(root: string): readonly RuleWithChecks[] | undefined {
  return read(openRoot(root));
}

/**
 * Remembers the rules that have their own checks. A process may know only the rules for certain files: rules in other files are
 * remembered as long as their files exist.
 *
 * @throws the system's error: the project cannot be written.
 */
export async function rememberChecks(root: string, rules: readonly Rule[]): Promise<void> {
  const project = openRoot(root);
  const known = read(project);
  const seen = new Set(rules.map(({ id }) => id));
  const own = rules
    .filter(({ checks }) => checks.some((check) => typeof check !== "string"))
    .map(({ id, name, checks, origin }): RememberedRule => ({ id, name, checks, path: origin.path ?? null }));
  const others = (known ?? []).filter((rule) => !seen.has(rule.id) && exists(project, rule.path));
  const text = `${JSON.stringify({ rules: [...own, ...others] })}\n`;
  if (known !== undefined && text === `${JSON.stringify({ rules: known })}\n`) return;
  await makePrivateDirectory(project, stateDir);
  putFileSync(project, path, text, { links: "none", isPrivate: true });
}

function exists(project: Root, file: string | null): boolean {
  return file !== null && statusIn(project, file, "none") !== undefined;
}

function read(project: Root): readonly RememberedRule[] | undefined {
  const content = readFileInSync(project, path, { maxBytes, links: "none" });
  if (content.kind !== "bytes") return undefined;
  try {
    const value: unknown = JSON.parse(content.bytes.toString("utf8"));
    if (!isRecord(value) || !Array.isArray(value["rules"])) return undefined;
    return value["rules"].filter(isRemembered);
  } catch {
    return undefined;
  }
}

function isRemembered(value: unknown): value is RememberedRule {
  if (!isRecord(value)) return false;
  const { id, name, checks, path: file } = value;
  if (typeof id !== "string" || typeof name !== "string" || !Array.isArray(checks)) return false;
  return (
    (file === null || typeof file === "string") && checks.every((check: unknown) => typeof check === "string" || isRecord(check))
  );
}
