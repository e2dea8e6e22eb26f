import {
  evalDefaultsSchema,
  evalExamplesSchema,
  type EvalExamplesDocument,
  type EvalJudgeDocument,
} from "@precept/contract/evals";
import { PreceptError, type Diagnostic, type ProgressListener } from "@precept/core";
import { describeUnread, existsAt, openRoot, readFileIn } from "@precept/files";
import { dirname, join } from "node:path/posix";
import { readDocument } from "./cases/read-document.ts";
import { report } from "./diagnostic-catalogue.ts";
import type { Environment } from "./models/server-of.ts";
import { serverOf } from "./models/server-of.ts";
import { addUsage, usageOf } from "./models/usage.ts";
import { defaultsPath } from "./paths.ts";
import { judgeKey, requireResults, writeResults } from "./results.ts";
import type { Usage } from "./schedule/run-result.ts";
import { askJudge } from "./score/ask-judge.ts";
import type { JudgeAccuracy } from "./statistics/judge.ts";

export type JudgeExample = EvalExamplesDocument["examples"][number];

/** A judge with the examples that it is measured against. */
export interface JudgeWithExamples {
  readonly judge: EvalJudgeDocument;
  readonly examples: readonly JudgeExample[];
}

/** How a judge answered the examples. */
export interface MeasuredJudge {
  /** The protocol and the model. */
  readonly model: string;
  readonly accuracy: JudgeAccuracy;
  readonly wrong: readonly JudgeExample[];
  readonly usage: Usage;
}

/** The maximum size of a file with examples, in bytes. */
const maxExamplesBytes = 16_000_000;

/** Loads the judge of `defaults.yaml` and its examples. Calls nothing. @param file replaces `examples` of the judge. */
export async function loadJudge(
  root: string,
  file: string | undefined,
): Promise<{ readonly found: JudgeWithExamples | undefined; readonly diagnostics: readonly Diagnostic[] }> {
  const defaults = await readYaml(root, defaultsPath, evalDefaultsSchema);
  const judge = defaults.value?.judge;
  if (judge === undefined) {
    const isInvalid = defaults.diagnostics.length > 0 && existsAt(join(root, defaultsPath));
    return {
      found: undefined,
      diagnostics: isInvalid ? defaults.diagnostics : [report("eval/no-judge", { file: defaultsPath }, "There is no judge.")],
    };
  }
  const path = file ?? (judge.examples === undefined ? undefined : join(dirname(defaultsPath), judge.examples));
  if (path === undefined || judge.protocol === undefined || judge.model === undefined) {
    const text = "`judge` needs a `protocol`, a `model` and `examples`.";
    return { found: undefined, diagnostics: [report("eval/invalid", defaults.locate(["judge"]), text)] };
  }
  const examples = await readYaml(root, path, evalExamplesSchema);
  return {
    found: examples.value === undefined ? undefined : { judge, examples: examples.value.examples },
    diagnostics: examples.diagnostics,
  };
}

/**
 * Asks a judge all examples, and stores how often it is right. Examples with each answer are needed: otherwise nothing is known about the other kind of error.
 *
 * The caller has the agreement of the user: this calls a model server.
 */
export async function measureJudge(
  root: string,
  { judge, examples }: JudgeWithExamples,
  {
    env,
    now,
    signal,
    onProgress,
  }: { readonly env: Environment; readonly now: Date; readonly signal?: AbortSignal; readonly onProgress?: ProgressListener },
): Promise<MeasuredJudge> {
  // Before the first call is paid for.
  await requireResults(root);
  const server = serverOf(judge, env, "judge");
  const model = judgeKey(judge);
  if (server === undefined) throw new PreceptError("EVAL_JUDGE_UNMEASURED", { model });
  let usage: Usage = { input: 0, output: 0 };
  const wrong: JudgeExample[] = [];
  for (const [at, example] of examples.entries()) {
    onProgress?.({ step: "Asking the judge", done: at, total: examples.length });
    const onExchange = (exchange: Parameters<typeof usageOf>[0]): void => {
      usage = addUsage(usage, usageOf(exchange));
    };
    const answer = await askJudge(server, example, { onExchange, signal });
    if (answer !== example.answer) wrong.push(example);
  }
  const count = (answer: "yes" | "no"): { readonly count: number; readonly of: number } => {
    const of = examples.filter((one) => one.answer === answer).length;
    return { of, count: of - wrong.filter((one) => one.answer === answer).length };
  };
  const accuracy = { sensitivity: count("yes"), specificity: count("no") };
  await writeResults(root, { judges: { [model]: { ...accuracy, date: now.toISOString().slice(0, 10) } } });
  return { model, accuracy, wrong, usage };
}

async function readYaml<Schema extends Parameters<typeof readDocument>[2]>(root: string, file: string, schema: Schema) {
  const content = await readFileIn(openRoot(root), file, { maxBytes: maxExamplesBytes });
  if (content.kind === "bytes") return readDocument(content.bytes.toString("utf8"), file, schema);
  const diagnostics = [report("eval/invalid", { file }, `The file cannot be read: ${describeUnread(content)}.`)];
  return { value: undefined, diagnostics, locate: () => ({ file }) };
}
