import type { Finding, FindingLevel } from "./finding.ts";

const commands = {
  error: "error",
  warning: "warning",
  info: "notice",
  none: "notice",
} as const satisfies Record<FindingLevel, string>;

const order = Object.keys(commands) as readonly FindingLevel[];

/**
 * Findings as the lines by which a step of GitHub Actions puts annotations beside the code. GitHub shows the first ten of each level of a step, so
 * what is worse comes first; findings that somebody accepted are left out.
 *
 * @see https://docs.github.com/en/actions/reference/workflow-commands-for-github-actions
 */
export function toGitHubAnnotations(findings: readonly Finding[]): readonly string[] {
  return order.flatMap((level) =>
    findings.filter((finding) => finding.level === level && finding.suppression === undefined).map(annotationOf),
  );
}

function annotationOf({ code, level, message, hint, file, line, column, endLine, endColumn }: Finding): string {
  // GitHub takes columns only where an annotation is about one line.
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
  const written = Object.entries(properties).flatMap(([name, value]) =>
    value === undefined ? [] : [`${name}=${escapeProperty(String(value))}`],
  );
  return `::${commands[level]} ${written.join(",")}::${escapeData(hint === undefined ? message : `${message}\n${hint}`)}`;
}

function escapeData(text: string): string {
  return text.replaceAll("%", "%25").replaceAll("\r", "%0D").replaceAll("\n", "%0A");
}

function escapeProperty(text: string): string {
  return escapeData(text).replaceAll(":", "%3A").replaceAll(",", "%2C");
}
