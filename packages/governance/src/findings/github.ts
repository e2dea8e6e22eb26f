import type { Finding } from "./finding.ts";

const commands = { error: "error", warning: "warning", note: "notice", none: "notice" } as const;

/**
 * Writes findings as workflow commands of GitHub Actions, a line each, which show up beside the changed lines of a pull request. What was
 * accepted is left out.
 */
export function toGithubAnnotations(findings: readonly Finding[]): string {
  return findings
    .filter(({ suppression }) => suppression === undefined)
    .map((finding) => `${toAnnotation(finding)}\n`)
    .join("");
}

function toAnnotation({ code, level, message, hint, file, line, column, endLine, endColumn }: Finding): string {
  // A range of columns is only understood within one line.
  const isOneLine = endLine === undefined || endLine === line;
  const properties = {
    file,
    line,
    endLine,
    col: isOneLine ? column : undefined,
    // Here the last column is the last character's own.
    endColumn: isOneLine && endColumn !== undefined ? Math.max(endColumn - 1, column ?? 1) : undefined,
    title: code,
  };
  const written = Object.entries(properties)
    .filter(([, value]) => value !== undefined)
    .map(([key, value]) => `${key}=${escapeProperty(String(value))}`);
  return `::${commands[level]} ${written.join(",")}::${escapeData(hint === undefined ? message : `${message}\n${hint}`)}`;
}

function escapeData(text: string): string {
  return text.replaceAll("%", "%25").replaceAll("\r", "%0D").replaceAll("\n", "%0A");
}

function escapeProperty(text: string): string {
  return escapeData(text).replaceAll(":", "%3A").replaceAll(",", "%2C");
}
