import { checkText } from "@precept/lint";
import type { SecretRange } from "@precept/transfer";

const secretName = /token|secret|passw(?:or)?d|passphrase|credential|api[_-]?key|access[_-]?key|private[_-]?key|^authorization$/i;

/**
 * Finds the secret in a value: by its own form, or by the name of its variable or header.
 *
 * @param name empty for arguments and URLs.
 */
export function findSecret(name: string, value: string): SecretRange | undefined {
  const found = checkText(value).find(({ code }) => code === "text/secret");
  if (found?.column !== undefined && found.line === 1 && found.endColumn !== undefined) {
    return { start: found.column - 1, end: found.endColumn - 1 };
  }
  const start = /^(?:Bearer|Basic|Token) +/i.exec(value)?.[0].length ?? 0;
  return secretName.test(name) && value.length - start >= 6 && !/^(?:true|false|\d+)$/.test(value)
    ? { start, end: value.length }
    : undefined;
}
