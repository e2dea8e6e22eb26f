import type { InputConditionDocument } from "@precept/contract/policy";
import type { CommandTrait, Phase, PolicyAction, PolicyMode, PolicySeverity, Priority } from "@precept/contract/values";
import type { SequenceValue, SubjectKind, SyntaxLanguage, ValueFormat } from "@precept/contract/values";
import type { Json } from "@precept/core";
import type { PolicyContext } from "./subject.ts";

/** A check of what an agent writes, runs, reads and says. Rules guide; policies enforce. */
export interface Policy {
  /** Unique in a policy set. Letters, digits, `.`, `_` and `-`. */
  readonly id: string;
  readonly version: string;
  readonly severity: PolicySeverity;
  /** `handler` in policy files. Overrides the action that follows from the severity. */
  readonly action?: PolicyAction;
  readonly category: string;
  /** The phases in which it is checked. Empty: those that the phase matrix allows. */
  readonly phases: readonly Phase[];
  readonly match: PolicyMatch;
  /** The earlier calls of the session without which a match is not a violation. Undefined: none. */
  readonly sequence?: PolicySequence;
  /** May contain placeholders such as `{match}`: see `fillTemplate`. */
  readonly message: string;
  readonly suggestion?: string;
  readonly fix?: PolicyFix;
  /** Any other values. Some keys have a meaning: see `policyDocumentSchema`. */
  readonly metadata: Readonly<Record<string, Json>>;
  readonly softHooks: SoftHookSettings;
  /** In `shadow` mode, violations are reported and have no effect. */
  readonly mode: PolicyMode;
  readonly tests: PolicyTests;
  readonly enabled: boolean;
  /**
   * `managed`: the owner of the machine supplies it; the project's tables, comments and baseline do not apply to it.
   * `registered`: a client of the engine added it; it can add violations, but not affect other policies. Default: the
   * project supplies it. A policy engine sets it; documents cannot.
   */
  readonly origin?: "managed" | "registered";
}

/**
 * A block of conditions: the match of a policy, or a nested block in `all`, `any` or `absent`. A block holds if all its
 * conditions hold.
 *
 * The matches of `pattern` (or the keywords) are the violations; without them, the commands that meet `commands`;
 * without these, the matches of the first block of `all`, then of `any`, that has some. Without any of them, the text
 * violates the policy as a whole.
 */
export interface PolicyMatch {
  /** The source of a regular expression. Each match is a violation. */
  readonly pattern?: string;
  /** The flags of the pattern. `m` is always added. */
  readonly flags: string;
  /** Exceptions: a match of the pattern, or a command, that overlaps a match of one of these is not a violation. */
  readonly unless: readonly Expression[];
  /** Names of formats, one of which the value of a match must have. Undefined: any value. */
  readonly validAs?: readonly ValueFormat[];
  /** The minimum Shannon entropy of that value, in bits per character. Undefined: any value. */
  readonly minEntropy?: number;
  /** With a pattern or commands, the text must contain one of them; without, each occurrence is a violation. */
  readonly keywords: readonly string[];
  /** Globs, as in rules; a leading `!` excludes. Empty: all texts, even without a file. */
  readonly filePatterns: readonly string[];
  /** Whether `filePatterns` match in any letter case. Default: false. */
  readonly ignoresCase?: true;
  /** Required values of the context: a value, a list of values, `{in: […]}` or `{not: value}` for each key. */
  readonly contextFilter: PolicyContext;
  /** Globs of tool names; a leading `!` excludes. Empty: all tools, and texts that do not belong to a tool call. */
  readonly tools: readonly string[];
  /** Conditions on the input of a tool call, which must all hold. */
  readonly input: readonly InputCondition[];
  /** Alternatives: a command in the text must meet one of them. Empty: no command is required. */
  readonly commands: readonly CommandCondition[];
  /** What the code must contain. Each match is a violation, unless there is a pattern or a command. */
  readonly syntax?: SyntaxCondition;
  /** Blocks that must all hold. */
  readonly all: readonly PolicyMatch[];
  /** Blocks of which one must hold. Empty: none is required. With a `score`, they are signs that add up. */
  readonly any: readonly PolicyMatch[];
  /** The sum of weights that signs in one part of the text must reach. */
  readonly score?: SignScore;
  /** What a block of `any` adds to the score of its parent. Default: 1. */
  readonly weight?: number;
  /** Blocks of which none may hold. */
  readonly absent: readonly PolicyMatch[];
}

/** A condition on the syntax of code. All keys must hold. */
export interface SyntaxRule {
  /** Alternatives, in the pattern language of ast-grep. Empty: any code. */
  readonly patterns: readonly string[];
  /** The kind of node in the grammar of tree-sitter. */
  readonly kind?: string;
  /** Rules that each hold for some code around the match. */
  readonly inside: readonly SyntaxRule[];
  /** Rules that each hold for some code in the match. */
  readonly has: readonly SyntaxRule[];
  /** Rules that do not hold for the match. */
  readonly not: readonly SyntaxRule[];
}

/** A condition on the code of a file. */
export interface SyntaxCondition extends SyntaxRule {
  readonly languages: readonly SyntaxLanguage[];
  /** Regular expressions of metavariables, by name. */
  readonly where: readonly { readonly name: string; readonly expression: Expression }[];
}

/** How much weak signs must add up to. */
export interface SignScore {
  readonly atLeast: number;
  /** The length of the part of the text in which the signs are, in UTF-16 code units. */
  readonly within: number;
}

type InputOperators = Extract<InputConditionDocument, { readonly gt?: number }>;

/** A condition on one value in the input of a tool call. All given operators must hold for the same value. */
export interface InputCondition extends Readonly<Omit<InputOperators, "matches">> {
  /** Keys separated by `.`; `[0]` is an element of a list, `[]` any element. May begin with `tool_input.`. */
  readonly path: string;
  readonly matches?: Expression;
}

/** Conditions on one command. An undefined condition requires nothing. No list is empty. */
export interface CommandCondition {
  /** Names of programs without directory; globs. */
  readonly programs?: readonly string[];
  /** Alternatives of the first operands, such as `s3 rb`. */
  readonly subcommands?: readonly string[];
  /** One of the spellings in each group must be present. */
  readonly flags?: readonly (readonly string[])[];
  /** None of these flags may be present. */
  readonly withoutFlags?: readonly string[];
  /** One of these traits must hold. */
  readonly traits?: readonly CommandTrait[];
  /** None of these traits may hold. */
  readonly withoutTraits?: readonly CommandTrait[];
  /** Matches at least one operand. */
  readonly operands?: Expression;
  /** Matches the words after the program, joined by single blanks. */
  readonly arguments?: Expression;
  /** Matches a file that the command writes to by redirection or `tee`. */
  readonly output?: Expression;
  /** Programs, one of which comes later in the pipeline. */
  readonly pipesInto?: readonly string[];
  /** Programs, one of which comes earlier in the pipeline. */
  readonly pipesFrom?: readonly string[];
  /** What the command runs. Undefined: anything or nothing. */
  readonly runs?: readonly RunKind[];
}

/** What a command runs: a text or a file that cannot be read, or a file that the same text downloads. */
export type RunKind = "unread" | "downloaded";

/** A regular expression in the syntax of `RegExp`. */
export interface Expression {
  readonly source: string;
  /** Any of `i`, `m`, `s`, `u` and `v`. `m` is always added, and the runner adds `g`. */
  readonly flags: string;
}

/** A regular expression with the id of the policy that it belongs to. */
export interface PatternSource extends Expression {
  readonly id: string;
}

/** How a violation is fixed automatically. */
export interface PolicyFix {
  /** The replacement of the match. May contain `$1`, `$<name>`, `$&`, and `${name:snake_case}` for a letter case. */
  readonly replacement: string;
  /** The maximum number of fixes in one text. Undefined: no limit. */
  readonly maxFixes?: number;
}

/** How advice escalates when the agent ignores it. */
export interface SoftHookSettings {
  /** Whether ignored advice is counted. */
  readonly enabled: boolean;
  /** If false, the advice escalates when it is ignored for the first time. */
  readonly canBeIgnored: boolean;
  /** Whether a notification is sent each time the advice is ignored. */
  readonly notifyOnIgnore: boolean;
  /** The phase in which the policy has priority P2. */
  readonly boostPhase?: Phase;
  readonly interceptors: readonly SoftHookInterceptor[];
}

/** One step of escalation. */
export interface SoftHookInterceptor {
  readonly type: string;
  /** How often the advice must be ignored. */
  readonly threshold: number;
  /** The priority after the escalation. */
  readonly upgradeTo: Priority;
  /** The action after the escalation. Default: the action of the priority. */
  readonly action?: PolicyAction;
}

/** Texts that a policy must accept (`valid`), and texts that violate it (`invalid`). */
export interface PolicyTests {
  readonly valid: readonly PolicyTest[];
  readonly invalid: readonly PolicyTest[];
}

/** A text, a whole hook payload of an agent, or several of them in a session. */
export type PolicyTest = TextTest | HookTest | SequenceTest;

/** Texts and hook payloads of one session, in order and a second apart. The last one violates the policy, or none. */
export interface SequenceTest {
  readonly kind: "sequence";
  readonly steps: readonly (TextTest | HookTest)[];
}

export interface TextTest {
  readonly kind: "text";
  readonly text: string;
  readonly subject?: SubjectKind;
  readonly file?: string;
  /** If a test has a context, a file or a subject, the policy's file patterns and context filter apply as well. */
  readonly context?: PolicyContext;
  /** The text after the policy's fix. */
  readonly fixed?: string;
}

export interface HookTest {
  readonly kind: "hook";
  readonly payload: Readonly<Record<string, Json>>;
  readonly context?: PolicyContext;
}

/** The earlier calls of the session that make a match of the policy a violation. */
export interface PolicySequence {
  /** An earlier call must have matched this. */
  readonly after?: PolicyMatch;
  /** The maximum age of that call, in milliseconds. Undefined: the length of the session. */
  readonly within?: number;
  /** A later call that matches this resets the counts. */
  readonly unless?: PolicyMatch;
  /** How often the policy must match, this call included. 1: it need not have matched before. */
  readonly count: number;
  /** Only calls with the same value are counted. Undefined: all calls. */
  readonly same?: SequenceValue;
  /** Whether only calls that failed are counted, since the last one that succeeded. This call itself need not fail. */
  readonly failed: boolean;
  /** The time in which the calls must be, in milliseconds. Undefined: the session. */
  readonly per?: number;
}
