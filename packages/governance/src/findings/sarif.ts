import type { Finding, FindingRule } from "./finding.ts";
import type { SarifLog, SarifResult, SarifRule } from "./sarif-log.ts";

/** The program that found it all. */
export interface SarifTool {
  readonly name: string;
  readonly version?: string;
  readonly informationUri?: string;
}

/**
 * Writes findings as SARIF 2.1.0, the format of code scanning.
 *
 * @param rules everything that was looked for: a rule that is declared and finds nothing closes the alerts that it raised before. Rules of
 * findings that are not among them are declared too.
 */
export function toSarif(findings: readonly Finding[], tool: SarifTool, rules: readonly FindingRule[] = []): SarifLog {
  const declared = new Map(rules.map((rule) => [rule.code, rule]));
  for (const { code, level } of findings) if (!declared.has(code)) declared.set(code, { code, title: code, level });
  const indexes = new Map([...declared.keys()].map((code, index) => [code, index]));
  // A result without the property is one of which nobody knows whether it was suppressed.
  const tellsSuppressions = findings.some(({ suppression }) => suppression !== undefined);
  return {
    $schema: "https://json.schemastore.org/sarif-2.1.0.json",
    version: "2.1.0",
    runs: [
      {
        tool: { driver: { ...tool, rules: [...declared.values()].map(toRule) } },
        columnKind: "utf16CodeUnits",
        results: findings.map((finding) => toResult(finding, indexes.get(finding.code) ?? 0, tellsSuppressions)),
      },
    ],
  };
}

function toRule({ code, title, level, help, helpUri, tags, securitySeverity }: FindingRule): SarifRule {
  const properties = {
    ...(tags !== undefined && tags.length > 0 && { tags: [...new Set(tags)] }),
    ...(securitySeverity !== undefined && { "security-severity": securitySeverity }),
  };
  return {
    id: code,
    shortDescription: { text: title },
    defaultConfiguration: { level },
    ...(help !== undefined && { help: { text: help } }),
    ...(helpUri !== undefined && { helpUri }),
    ...(Object.keys(properties).length > 0 && { properties }),
  };
}

function toResult(finding: Finding, ruleIndex: number, tellsSuppressions: boolean): SarifResult {
  const { code, level, message, hint, file, fingerprint, suppression } = finding;
  return {
    ruleId: code,
    ruleIndex,
    // A result that fails has a level; one of level none only informs.
    ...(level === "none" && { kind: "informational" as const }),
    level,
    message: { text: hint === undefined ? message : `${message} ${hint}` },
    ...(file !== undefined && {
      locations: [{ physicalLocation: { artifactLocation: { uri: toUri(file), uriBaseId: "%SRCROOT%" }, ...regionOf(finding) } }],
    }),
    ...(fingerprint !== undefined && { partialFingerprints: { "preceptFingerprint/v1": fingerprint } }),
    ...(tellsSuppressions && {
      suppressions: suppression === undefined ? [] : [{ ...suppression, status: "accepted" as const }],
    }),
  };
}

function regionOf({ line, column, endLine, endColumn }: Finding) {
  if (line === undefined) return {};
  const region = {
    startLine: line,
    ...(column !== undefined && { startColumn: column }),
    ...(endLine !== undefined && { endLine }),
    ...(endColumn !== undefined && { endColumn }),
  };
  return { region };
}

/** Half of a surrogate pair, which no address can hold. */
const loneSurrogate = /[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g;

/** A path as a relative reference: what has a meaning in addresses is escaped. */
function toUri(file: string): string {
  return file.replace(loneSurrogate, "\ufffd").split("/").map(encodeURIComponent).join("/");
}
