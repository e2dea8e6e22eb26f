import type { FindingLevel, FindingSuppression } from "./finding.ts";

/** The part of SARIF 2.1.0 that is written here. */
export interface SarifLog {
  readonly $schema: string;
  readonly version: "2.1.0";
  readonly runs: readonly SarifRun[];
}

export interface SarifRun {
  readonly tool: {
    readonly driver: {
      readonly name: string;
      readonly version?: string;
      readonly informationUri?: string;
      readonly rules: readonly SarifRule[];
    };
  };
  readonly columnKind: "utf16CodeUnits";
  readonly results: readonly SarifResult[];
}

export interface SarifRule {
  readonly id: string;
  readonly shortDescription: SarifText;
  readonly defaultConfiguration: { readonly level: FindingLevel };
  readonly help?: SarifText;
  readonly helpUri?: string;
  readonly properties?: { readonly tags?: readonly string[]; readonly "security-severity"?: string };
}

export interface SarifResult {
  readonly ruleId: string;
  readonly ruleIndex: number;
  readonly kind?: "informational";
  readonly level: FindingLevel;
  readonly message: SarifText;
  readonly locations?: readonly SarifLocation[];
  readonly partialFingerprints?: Readonly<Record<string, string>>;
  readonly suppressions?: readonly (FindingSuppression & { readonly status: "accepted" })[];
}

interface SarifLocation {
  readonly physicalLocation: {
    readonly artifactLocation: { readonly uri: string; readonly uriBaseId: string };
    readonly region?: {
      readonly startLine: number;
      readonly startColumn?: number;
      readonly endLine?: number;
      readonly endColumn?: number;
    };
  };
}

interface SarifText {
  readonly text: string;
}
