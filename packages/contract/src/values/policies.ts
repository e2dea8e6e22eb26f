import type { DiagnosticSeverity } from "./diagnostic-severity.ts";
import { policyActionSpecs, type ActionEffects, type PolicyAction } from "./policy-action.ts";

/** The phases of an agent's work, in order. */
export const phases = ["ANALYSIS", "TASKS", "IMPLEMENTATION", "REVIEW", "TEST"] as const;

/** A phase of an agent's work. Each policy is checked in some phases only. */
export type Phase = (typeof phases)[number];

/**
 * The kinds of texts. `file`: the content of a file, or text to write to it; `command`: a shell command; `prompt`: a
 * message of the user; `response`: an answer of the agent; `tool`: the input of another tool; `result`: the output of a
 * tool; `text`: any other text.
 */
export const subjectKinds = ["text", "file", "command", "prompt", "response", "tool", "result"] as const;

export type SubjectKind = (typeof subjectKinds)[number];

/** All severities, worst first. The author of a policy chooses one. */
export const policySeverities = ["CRITICAL", "HIGH", "MEDIUM", "LOW"] as const;

/** How bad a violation of a policy is. The severity mapping turns it into a priority. */
export type PolicySeverity = (typeof policySeverities)[number];

/** The score (CVSS, 0.0 to 10.0) by which code scanners sort security findings. */
export const securityScores = {
  CRITICAL: "9.5",
  HIGH: "8.0",
  MEDIUM: "5.5",
  LOW: "2.5",
} as const satisfies Record<PolicySeverity, string>;

/** The priorities of violations, most urgent first. */
export const priorities = ["P0", "P1", "P2", "P3"] as const;

/** The priority of a violation. It follows from the severity of the policy, and soft hooks can raise it. */
export type Priority = (typeof priorities)[number];

/** One row of {@link prioritySpecs}. */
export interface PrioritySpec {
  /** The level in SARIF logs and GitHub annotations. */
  readonly level: DiagnosticSeverity;
  /** Whether a policy that could not be checked counts as violated. */
  readonly failsClosed: boolean;
}

/** All differences between the priorities, except those that users can configure: see `GovernanceTables`. */
export const prioritySpecs = {
  P0: { level: "error", failsClosed: true },
  P1: { level: "error", failsClosed: true },
  P2: { level: "warning", failsClosed: false },
  P3: { level: "info", failsClosed: false },
} as const satisfies Record<Priority, PrioritySpec>;

/** Sorts the most urgent priority first. */
export function comparePriorities(left: Priority, right: Priority): number {
  return priorities.indexOf(left) - priorities.indexOf(right);
}

/** The action and its effects for violations of one priority. */
export interface PriorityMapping extends ActionEffects {
  readonly action: PolicyAction;
}

/** The configurable tables: severities to priorities, priorities to actions, and phases to priorities. */
export interface GovernanceTables {
  readonly severityMapping: Readonly<Record<PolicySeverity, Priority>>;
  readonly priorityMapping: Readonly<Record<Priority, PriorityMapping>>;
  /** The priorities that are checked in each phase. */
  readonly phaseMatrix: Readonly<Record<Phase, readonly Priority[]>>;
  /** Whether the phase matrix also limits policies that name their phases. */
  readonly limitNamedPhases: boolean;
}

/** The tables without configuration. */
export const defaultTables: GovernanceTables = {
  severityMapping: { CRITICAL: "P0", HIGH: "P1", MEDIUM: "P2", LOW: "P3" },
  priorityMapping: {
    P0: defaultMapping("TERMINATE"),
    P1: defaultMapping("QUICK_FIX"),
    P2: defaultMapping("LOG_ONLY"),
    P3: defaultMapping("SOFT_HOOK"),
  },
  phaseMatrix: {
    ANALYSIS: ["P0", "P1", "P2", "P3"],
    TASKS: ["P0", "P1", "P2"],
    IMPLEMENTATION: ["P0", "P1"],
    REVIEW: ["P0", "P1", "P2"],
    TEST: ["P0", "P1", "P2", "P3"],
  },
  limitNamedPhases: false,
};

function defaultMapping(action: PolicyAction): PriorityMapping {
  return { action, ...policyActionSpecs[action].effects };
}

export const policyModes = ["enforce", "shadow"] as const;
export type PolicyMode = (typeof policyModes)[number];

/** The values that must be the same in all counted calls. `match`: the text that the policy matches. */
export const sequenceValues = ["command", "tool", "file", "match"] as const;

export type SequenceValue = (typeof sequenceValues)[number];

/** The maximum of `count`. */
export const maxSequenceCount = 100;

/** The form of a duration in a policy. */
export const durationPattern: RegExp = /^([1-9]\d{0,4})([smhd])$/;

/** The maximum length, in UTF-16 code units, of values that have a format and whose entropy is measured. */
export const maxValueLength = 16_384;

/** The formats that `valid_as` can require, which a regular expression cannot check. Names are permanent. */
export const valueFormatDescriptions = {
  crc32_base62: "the last six characters are a checksum, as in tokens of GitHub and npm",
  bech32: "a text with a Bech32 checksum, such as a secret key of age",
  jwt: "a signed JSON Web Token",
  base64_json: "a JSON object in Base64",
  luhn: "12 to 19 digits with a Luhn check digit, such as the number of a payment card",
  iban: "an International Bank Account Number",
} as const;

export type ValueFormat = keyof typeof valueFormatDescriptions;

/** All formats, in the order of the reference. */
export const valueFormatNames = Object.keys(valueFormatDescriptions) as [ValueFormat, ...ValueFormat[]];

/** The languages of `match.syntax`. `javascript` includes JSX, `typescript` TSX. */
export const syntaxLanguages = ["javascript", "typescript", "python", "go", "java", "shell"] as const;

export type SyntaxLanguage = (typeof syntaxLanguages)[number];

/** How long a human's answer counts. `once`: for one call. `session`: until the session ends, or the answer expires. */
export const approvalMemories = ["once", "session"] as const;

export type ApprovalMemory = (typeof approvalMemories)[number];

/**
 * The states of a question. `open`: no human has answered. `deferred`: the agent's host asks its user. `approved`,
 * `denied`: a human has answered.
 */
export const approvalStatuses = ["open", "deferred", "approved", "denied"] as const;

export type ApprovalStatus = (typeof approvalStatuses)[number];
