import * as z from "zod/mini";
import { described } from "../described.ts";
import { matchSchema } from "../policy/match-schema.ts";
import { filledText, flag, notEmpty, oneOf, optional, section, text } from "../policy/schema-parts.ts";

/** The protocols of model servers that an eval calls, or records. */
export const modelProtocols = ["anthropic", "openai"] as const;
export type ModelProtocol = (typeof modelProtocols)[number];

const wrongPrice = { error: "must be a number from 0" };
const price = z.number(wrongPrice).check(z.gte(0, wrongPrice));
const wrongCount = { error: "must be a whole number from 1" };
const count = z.int(wrongCount).check(z.gte(1, wrongCount));
const words = z.array(text, { error: "must be a list of strings" }).check(z.minLength(1, notEmpty));
const names = z.array(filledText, { error: "must be a list of strings" }).check(z.minLength(1, notEmpty));
const variable = text.check(z.regex(/^[A-Za-z_][A-Za-z0-9_]*$/, { error: "must be the name of an environment variable" }));
const url = text.check(z.regex(/^https?:\/\//, { error: "must begin with http:// or https://" }));

/** What a model server needs to know, for agents and for judges. */
const modelKeys = {
  protocol: optional(
    "The protocol of the model server: `anthropic` (`/v1/messages`) or `openai` (`/chat/completions`, `/responses`).",
    oneOf(modelProtocols),
  ),
  url: optional("The base URL of the model server. Default: `https://api.anthropic.com`, or `https://api.openai.com/v1`.", url),
  key: optional(
    "The environment variable with the key of the model server. Default: `ANTHROPIC_API_KEY` or `OPENAI_API_KEY`. The agent gets a placeholder.",
    variable,
  ),
  model: optional("The name of the model.", filledText),
  price: optional(
    "What a million tokens cost, in any currency. Needed for an estimate and for `--max-cost`.",
    section({ input: described("Of the prompt.", price), output: described("Of the answer.", price) }),
  ),
};

export const evalAgentSchema = section({
  command: optional(
    "The program with its arguments, which runs in a copy of the project. `{prompt}` is the task, and `{url}` the base URL of the recorder. " +
      "Without a command, a model is called at the URL: it can read and write files.",
    words,
  ),
  stdin: optional("Whether the task is written to standard input. Default: if no argument contains `{prompt}`.", flag),
  shell: optional(
    "Whether the command is one text that a shell runs. The task is in the variable `PRECEPT_PROMPT`. Default: false.",
    flag,
  ),
  tool: optional(
    "The tool whose rule files the copy has, such as `claude` or `codex`. Default: by the name of the program, or `agents` (AGENTS.md).",
    filledText,
  ),
  env: optional(
    "Environment variables that the program gets.",
    z.record(variable, text, { error: "must be a mapping (`key: value` lines)" }),
  ),
  pass: optional(
    "Names of your environment variables that the program gets, too. Default: `PATH` and the language.",
    z.array(variable),
  ),
  timeout: optional("After how many seconds a run is stopped. What it has written until then counts. Default: 600.", count),
  turns: optional("How often a model without a command is called in one run. Default: 12.", count),
  ...modelKeys,
});

export const evalJudgeSchema = section({
  ...modelKeys,
  examples: optional("The file with labelled examples that the judge is measured against, relative to this file.", filledText),
});

/** Validates `.precept/evals/defaults.yaml`. */
export const evalDefaultsSchema = section({
  agent: optional("The agent of all cases that have none.", evalAgentSchema),
  judge: optional("The judge of all cases that have none.", evalJudgeSchema),
});

/** Validates a case: a YAML file in `.precept/evals`. */
export const evalCaseSchema = section({
  rules: described("The names of the rules that the case is about.", names),
  task: described("The prompt of the agent.", filledText),
  start: optional(
    "The files that the agent starts from. Default: the files of the project that git does not ignore.",
    section({
      folder: optional("A folder whose files replace those of the project, relative to this file.", filledText),
      files: optional(
        "Files that are added, by path.",
        z.record(filledText, text, { error: "must be a mapping (`path: text` lines)" }),
      ),
    }),
  ),
  expect: optional(
    "What following the rule is. All of it must hold. Default: the policies in `checks` of the rules.",
    section({
      policies: optional("The ids of policies that no changed file, and no command of the agent, may violate.", names),
      match: optional("What no changed file may contain, as in `match` of a policy.", matchSchema),
      command: optional("A program with arguments that must exit with code 0 in the copy, after the agent.", words),
      question: optional("A question about the changed files, which a judge must answer with yes.", filledText),
    }),
  ),
  agent: optional("The agent. Default: the one in `defaults.yaml`.", evalAgentSchema),
  judge: optional("The model that answers `question`. Default: the one in `defaults.yaml`.", evalJudgeSchema),
});

const wrongExamples = { error: "must be a list of examples" };

/** Validates the labelled examples of a judge. */
export const evalExamplesSchema = section({
  examples: described(
    "Examples with the correct answer.",
    z
      .array(
        section({
          question: described("The question.", filledText),
          text: described("What the question is about, such as the changed files.", text),
          answer: described("The correct answer.", oneOf(["yes", "no"])),
        }),
        wrongExamples,
      )
      .check(z.minLength(1, notEmpty)),
  ),
});

export type EvalAgentDocument = z.infer<typeof evalAgentSchema>;
export type EvalJudgeDocument = z.infer<typeof evalJudgeSchema>;
export type EvalCaseDocument = z.infer<typeof evalCaseSchema>;
export type EvalDefaultsDocument = z.infer<typeof evalDefaultsSchema>;
export type EvalExamplesDocument = z.infer<typeof evalExamplesSchema>;
