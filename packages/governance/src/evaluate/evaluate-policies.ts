import { getOrInsertComputed } from "../get-or-insert-computed.ts";
import { defaultTables } from "@precept/contract/values";
import type { SkippedPolicyReason } from "../model/decision.ts";
import type { Policy } from "../model/policy.ts";
import { subjectKindOf, type Subject } from "../model/subject.ts";
import { createBlockPrefilter } from "./block-prefilter.ts";
import { createCommandFinder } from "./command-expressions.ts";
import { evaluateBlock, type BlockInputs, type BlockResult } from "./block-evaluator.ts";
import { addEmbedded, embeddedTextsOf, maxEmbeddedTexts } from "./embedded-texts.ts";
import { defaultMaxViolations, type EvaluateOptions } from "./options.ts";
import { notRun, PatternBatch, unboundedRunner, type PatternOutcome } from "./pattern-runner.ts";
import { failedCondition, failedFilter, failedPrecondition, type PreconditionInputs } from "./precondition.ts";
import { filterForFile, type FileFilter } from "./file-filter.ts";
import { blockOf } from "../prepare/prepare-policies.ts";
import { blocksIn, type PreparedBlock, type PreparedCommand } from "../prepare/prepared-block.ts";
import { SubjectCommands } from "./subject-commands.ts";

/** The outcome of one policy for one text. `violated`: the text violates it as a whole. */
export type PolicyOutcome =
  | PatternOutcome
  | { readonly kind: "violated" }
  | { readonly kind: "skipped"; readonly reason: SkippedPolicyReason };

const noFile: FileFilter = new Set();

/** Evaluates each policy in order of cost: preconditions, prefilter, patterns, commands, exceptions. */
export function evaluatePolicies(
  policies: readonly Policy[],
  subject: Subject,
  options: EvaluateOptions,
): ReadonlyMap<Policy, PolicyOutcome> {
  const { phase, context = {}, tables = defaultTables, highQuality = false, runner = unboundedRunner } = options;
  const { text, file } = subject;
  const inputs: PreconditionInputs = {
    phase,
    subject,
    tables,
    highQuality,
    runner,
    // The context cannot replace the kind of the text, so that a caller cannot evade the policies for that kind.
    context: { ...context, subject: subjectKindOf(subject) },
    fileFilter: file === undefined ? noFile : filterForFile(policies, file),
  };
  const outcomes = new Map<Policy, PolicyOutcome>();
  const failedConditions = new Map<PreparedBlock, SkippedPolicyReason | undefined>();
  const failedConditionOf = (block: PreparedBlock): SkippedPolicyReason | undefined =>
    getOrInsertComputed(failedConditions, block, () => failedCondition(block, inputs));
  const checked: (readonly [Policy, PreparedBlock])[] = [];
  for (const policy of policies) {
    // Preparing a block takes longer than these conditions.
    const failed = failedPrecondition(policy, inputs) ?? failedFilter(policy.match, inputs);
    const block = failed === undefined ? blockOf(policy) : undefined;
    const reason = block === undefined ? failed : failedConditionOf(block);
    if (reason !== undefined && reason.kind !== "indeterminate") outcomes.set(policy, { kind: "skipped", reason });
    else if (block !== undefined) {
      outcomes.set(policy, { kind: "violated" });
      checked.push([policy, block]);
    }
  }
  // Only a call runs the files of the project. A text that mentions them does not.
  const isCommand = subjectKindOf(subject) === "command";
  const commands = new SubjectCommands(text, isCommand ? options.project : undefined);
  const hasPatterns = checked.some(([, block]) => blocksIn(block).some(({ pattern }) => pattern !== undefined));
  const embedded = hasPatterns ? embeddedTextsOf(subject, commands) : [];
  const prefilter = createBlockPrefilter(
    checked.map(([, block]) => block),
    [text, ...embedded.map((one) => one.text)],
    options.candidates,
    commands,
  );
  const possible = checked.filter(([policy, block]) => {
    const reason = prefilter(block);
    if (reason !== undefined) outcomes.set(policy, { kind: "skipped", reason });
    return reason === undefined;
  });
  const isOpen = (block: PreparedBlock): boolean => failedConditionOf(block) === undefined && prefilter(block) === undefined;
  const open = possible.flatMap(([, block]) => blocksIn(block)).filter(isOpen);
  const patterns = open.flatMap(({ pattern }) => pattern ?? []);
  const limit = options.maxViolations ?? defaultMaxViolations;
  const batch = new PatternBatch(runner, limit);
  const resultsOf = batch.add(patterns.map((pattern) => ({ pattern, text })));
  const embeddedOf = addEmbedded(batch, patterns, embedded);
  const conditions = (): readonly PreparedCommand[] => open.flatMap((block) => block.commands);
  const findCommands = createCommandFinder(conditions, commands, runner, isCommand ? batch : undefined);
  const results = resultsOf();
  const blockInputs: BlockInputs = {
    subject,
    text,
    runner,
    limit,
    commands,
    findCommands,
    embedded: embeddedOf(),
    isEmbeddedCut: embedded.length > maxEmbeddedTexts,
    outcomes: new Map(patterns.map((pattern, at) => [pattern, results[at] ?? notRun])),
    precheck: (block) => {
      const reason = failedConditionOf(block) ?? prefilter(block);
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
      if (result.excepted !== undefined) {
        const { excepted: count, byValue } = result;
        return { kind: "skipped", reason: { kind: "excepted", count, ...(byValue && { byValue }) } };
      }
      return { kind: "matches", matches: [], isCut: false };
    case "indeterminate":
      return result;
    case "unavailable":
      return { kind: "skipped", reason: { kind: "unavailable", cause: result.reason } };
    default:
      return result satisfies never;
  }
}
