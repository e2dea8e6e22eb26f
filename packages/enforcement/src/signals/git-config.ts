/** The values of a git configuration by name: `remote.origin.url`. The last one of several values counts. */
export type GitConfig = ReadonlyMap<string, string>;

const section = /^\[\s*([A-Za-z0-9.-]+)(?:\s+"((?:[^"\\]|\\.)*)")?\s*\]/;
const setting = /^([A-Za-z][A-Za-z0-9-]*)\s*(?:=\s*(.*))?$/s;

/**
 * Parses the text of a git configuration file. Included files are not read, and `insteadOf` is not applied. Lines that
 * are not valid are skipped.
 */
export function parseGitConfig(text: string): GitConfig {
  const values = new Map<string, string>();
  let prefix = "";
  // A backslash at the end of a line continues it.
  for (const written of text.replace(/\\\r?\n/g, "").split("\n")) {
    let line = written.trim();
    const header = section.exec(line);
    if (header !== null) {
      const [whole, name = "", subsection] = header;
      prefix = `${name.toLowerCase()}.${subsection === undefined ? "" : `${subsection.replace(/\\(.)/g, "$1")}.`}`;
      line = line.slice(whole.length).trim();
    }
    const [, name, value] = setting.exec(line) ?? [];
    if (name !== undefined && prefix !== "") values.set(`${prefix}${name.toLowerCase()}`, readValue(value ?? "true"));
  }
  return values;
}

const escapes: Readonly<Record<string, string>> = { n: "\n", t: "\t", b: "\b" };

/** Removes quotes, escapes and a comment. */
function readValue(written: string): string {
  let value = "";
  let isQuoted = false;
  for (let at = 0; at < written.length; at += 1) {
    const character = written[at] ?? "";
    if (character === "\\") {
      const next = written[(at += 1)] ?? "";
      value += escapes[next] ?? next;
    } else if (character === '"') isQuoted = !isQuoted;
    else if (!isQuoted && (character === "#" || character === ";")) break;
    else value += character;
  }
  return value.trim();
}
