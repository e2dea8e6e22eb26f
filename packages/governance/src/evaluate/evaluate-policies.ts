import type { SkippedPolicyReason } from "../model/decision.ts";
import type { PatternSource } from "../model/pattern.ts";
import type { Policy } from "../model/policy.ts";
import { subjectKindOf, type Subject } from "../model/subject.ts";
import { defaultTables } from "../model/tables.ts";
import { evaluateBlock, type BlockInputs, type BlockResult } from "./block-evaluator.ts";
import { defaultMaxViolations, type EvaluateOptions } from "./options.ts";
import { unboundedRunner, type PatternOutcome } from "./pattern-runner.ts";
import { failedCondition, failedPrecondition, type PreconditionInputs } from "./precondition.ts";
import { preparePolicies } from "./prepare-policies.ts";
import { blocksIn, type PreparedBlock } from "./prepared-block.ts";
import { SubjectCommands } from "./subject-commands.ts";

/** The outcome of one policy for one text. `violated`: the text violates it as a whole. */
export type PolicyOutcome =
  | PatternOutcome
  | { readonly kind: "violated" }
  | { readonly kind: "skipped"; readonly reason: SkippedPolicyReason };

/** Evaluates each policy in order of cost: preconditions, prefilter, patterns, commands, exceptions. */
export function evaluatePolicies(
  policies: readonly Policy[],
  subject: Subject,
  options: EvaluateOptions,
): ReadonlyMap<Policy, PolicyOutcome> {
  const { phase, context = {}, tables = defaultTables, highQuality = false, runner = unboundedRunner } = options;
  const { blocks, blocksForFile } = preparePolicies(policies);
  const { text, file } = subject;
  const inputs: PreconditionInputs = {
    phase,
    subject,
    tables,
    highQuality,
    runner,
    // The context cannot replace what the text is, so that a caller cannot evade the policies of its kind.
    context: { ...context, subject: subjectKindOf(subject) },
    blocksForFile: file === undefined ? new Set() : blocksForFile(file),
  };
  const outcomes = new Map<Policy, PolicyOutcome>();
  const conditions = new ConditionCache(inputs);
  const checked: (readonly [Policy, PreparedBlock])[] = [];
  for (const [policy, block] of blocks) {
    const reason = failedPrecondition(policy, inputs) ?? conditions.reasonFor(block);
    if (reason !== undefined && reason.kind !== "indeterminate") outcomes.set(policy, { kind: "skipped", reason });
    else {
      outcomes.set(policy, { kind: "violated" });
      checked.push([policy, block]);
    }
  }
  const commands = new SubjectCommands(text);
  const prefilter = new BlockPrefilter(
    checked.map(([, block]) => block),
    text,
    options.candidates,
    commands,
  );
  const possible = checked.filter(([policy, block]) => {
    const reason = prefilter.reasonFor(block);
    if (reason !== undefined) outcomes.set(policy, { kind: "skipped", reason });
    return reason === undefined;
  });
  const isOpen = (block: PreparedBlock): boolean =>
    conditions.reasonFor(block) === undefined && prefilter.reasonFor(block) === undefined;
  const patterns = possible
    .flatMap(([, block]) => [...blocksIn(block)])
    .flatMap((block) => (block.pattern && isOpen(block) ? block.pattern : []));
  const limit = options.maxViolations ?? defaultMaxViolations;
  const results = runner.run(patterns, text, limit);
  const blockInputs: BlockInputs = {
    text,
    runner,
    limit,
    commands,
    outcomes: new Map(
      patterns.map((pattern, at) => [pattern, results[at] ?? { kind: "indeterminate", reason: "its pattern was not run" }]),
    ),
    precheck: (block) => {
      const reason = conditions.reasonFor(block) ?? prefilter.reasonFor(block);
      if (reason === undefined) return undefined;
      return reason.kind === "indeterminate" ? { kind: "indeterminate", reason: reason.cause } : { kind: "fails" };
    },
  };
  for (const [policy, block] of possible) outcomes.set(policy, toOutcome(evaluateBlock(block, blockInputs)));
  return outcomes;
}

function toOutcome(result: BlockResult): PolicyOutcome {
  switch (result.kind) {
    case "holds":
      return result.matches.length === 0 ? { kind: "violated" } : { ...result, kind: "matches" };
    case "fails":
      if (result.excepted !== undefined) return { kind: "skipped", reason: { kind: "excepted", count: result.excepted } };
      return { kind: "matches", matches: [], isCut: false };
    case "indeterminate":
      return result;
    default:
      return result satisfies never;
  }
}

/** Evaluates the conditions of each block that do not depend on the text once. */
class ConditionCache {
  readonly #inputs: PreconditionInputs;
  readonly #reasons = new Map<PreparedBlock, SkippedPolicyReason | undefined>();

  constructor(inputs: PreconditionInputs) {
    this.#inputs = inputs;
  }

  reasonFor(block: PreparedBlock): SkippedPolicyReason | undefined {
    if (!this.#reasons.has(block)) this.#reasons.set(block, failedCondition(block, this.#inputs));
    return this.#reasons.get(block);
  }
}

/** Finds the blocks that cannot hold because the text lacks a literal, a keyword or the name of a program. */
class BlockPrefilter {
  readonly #text: string;
  readonly #commands: SubjectCommands;
  /** The ids of the patterns that may match. Undefined: all. */
  readonly #possible: ReadonlySet<string> | undefined;
  #lower: string | undefined;

  constructor(
    blocks: readonly PreparedBlock[],
    text: string,
    candidates: EvaluateOptions["candidates"],
    commands: SubjectCommands,
  ) {
    this.#text = text;
    this.#commands = commands;
    this.#possible = candidates === undefined ? undefined : new Set(candidates(blocks.flatMap(prefilterPatternsIn), text));
  }

  reasonFor(block: PreparedBlock): SkippedPolicyReason | undefined {
    const { match, pattern, programs, all, any } = block;
    if (pattern !== undefined && !this.#isPossible(pattern)) return { kind: "prefilter" };
    const isGate = match.pattern !== undefined || block.commands.length > 0;
    if (isGate && match.keywords.length > 0 && !match.keywords.some((keyword) => this.#hasKeyword(keyword))) {
      return { kind: "prefilter", keywords: match.keywords };
    }
    if (programs !== undefined && !this.#hasProgram(programs)) return { kind: "prefilter" };
    for (const inner of all) {
      const reason = this.reasonFor(inner);
      if (reason !== undefined) return reason;
    }
    const reasons = any.map((inner) => this.reasonFor(inner));
    return reasons.every((reason) => reason !== undefined) ? reasons[0] : undefined;
  }

  #isPossible(pattern: PatternSource): boolean {
    return this.#possible === undefined || this.#possible.has(pattern.id);
  }

  #hasProgram(programs: PatternSource): boolean {
    if (this.#possible !== undefined && this.#possible.has(programs.id)) return true;
    if (this.#commands.hidesWords) return true;
    return (
      this.#possible === undefined && programs.source.split("|").some((name) => this.#text.includes(name.replaceAll("\\", "")))
    );
  }

  #hasKeyword(keyword: string): boolean {
    return (this.#lower ??= this.#text.toLowerCase()).includes(keyword.toLowerCase());
  }
}

/** The patterns of a block, and of the blocks in it, that a prefilter can search for. */
export function prefilterPatternsIn(block: PreparedBlock): readonly PatternSource[] {
  return [...blocksIn(block)].flatMap(({ pattern, programs }) => [pattern, programs].filter((one) => one !== undefined));
}
