import { entry, suggest, type NoDetails } from "./entry.ts";

export const evalErrors = {
  EVAL_CASES_MISSING: entry<NoDetails>({
    title: "The project has no eval cases",
    message: () => "There are no eval cases in .precept/evals.",
    hint: () => "Run `precept eval init RULE` to write the first one.",
  }),
  EVAL_CASE_UNKNOWN: entry<{ name: string; near: readonly string[] }>({
    title: "No eval case has this name or is about a rule with this name",
    message: ({ name }) => `No eval case is named "${name}" or is about a rule "${name}".`,
    hint: ({ near }) => suggest(near) ?? "Run `precept eval list` to see the cases, or `precept eval init RULE` to write one.",
  }),
  EVAL_CASE_INVALID: entry<{ names: readonly string[] }>({
    title: "An eval case has errors, so it cannot be run",
    message: ({ names }) =>
      `${names.length === 1 ? "An eval case has" : `${names.length} eval cases have`} errors: ${names.join(", ")}.`,
    hint: () => "Correct the locations above.",
  }),
  EVAL_CASE_EXISTS: entry<{ path: string }>({
    title: "The file of a new eval case exists",
    message: ({ path }) => `The file ${path} exists.`,
    hint: () => "Edit it, or choose another name with --name.",
  }),
  EVAL_NOT_TRUSTED: entry<NoDetails>({
    title: "Evals start programs of the project, and the user does not trust it",
    message: () => "The project is not trusted: its eval cases start programs and spend money.",
    hint: () =>
      "Read the cases. If you trust the project, list its directory in PRECEPT_TRUSTED_DIRS or as `trustedDirs` in ~/.precept/config.yaml.",
  }),
  EVAL_KEY_MISSING: entry<{ variable: string; case: string }>({
    title: "The key of a model server is not set",
    message: ({ variable, case: name }) =>
      `The case "${name}" needs the key in the environment variable ${variable}, which is not set.`,
    hint: () => "Set the variable. The key is not recorded, and the agent does not get it.",
  }),
  EVAL_PRICE_MISSING: entry<{ case: string }>({
    title: "A limit of money is set, and a case has no price",
    message: ({ case: name }) => `--max-cost needs the price of tokens, which the case "${name}" does not have.`,
    hint: () =>
      "Add `price: { input: 3, output: 15 }` to its agent or judge, and `protocol`, so that calls are recorded. Or use --max-runs.",
  }),
  EVAL_MODEL_FAILED: entry<{ url: string; problem: string }>({
    title: "A model server cannot be reached, or refuses a call",
    message: ({ url, problem }) => `The model server ${url} did not answer: ${problem}`,
    hint: () => "Check the URL, the name of the model and the key.",
  }),
  EVAL_RULE_NOT_DELIVERED: entry<{ name: string; tool: string; reason: string }>({
    title: "An agent would not get the rule that an eval case is about",
    message: ({ name, tool, reason }) => `The rule files of ${tool} cannot contain the rule "${name}": ${reason}`,
    hint: () =>
      "Set `tool` of the agent to the tool that reads the rule, or change the rule. `precept export --dry-run` shows what a tool gets.",
  }),
  EVAL_JUDGE_UNMEASURED: entry<{ model: string }>({
    title: "The judge of an eval case was not measured against labelled examples",
    message: ({ model }) => `It is not known how often the judge ${model} is right.`,
    hint: () => "Write examples with correct answers, and run `precept eval judge`.",
  }),
  EVAL_JUDGE_UNUSABLE: entry<{ model: string; index: string }>({
    title: "The answers of a judge say too little",
    message: ({ model, index }) =>
      `The answers of the judge ${model} say too little: sensitivity + specificity - 1 is ${index}, and must be over 0.1.`,
    hint: () => "Ask a more precise question, use another model, or check with policies or a command.",
  }),
  EVAL_RESULTS_INVALID: entry<{ path: string; problem: string }>({
    title: "The results of earlier evals cannot be read, so none is added",
    message: ({ path, problem }) => `The results in ${path} cannot be kept: the file ${problem}.`,
    hint: ({ path }) => `Restore ${path} from version control, or delete it.`,
  }),
  EVAL_RECORD_UNKNOWN: entry<{ id: string | undefined }>({
    title: "An eval is not recorded",
    message: ({ id }) => (id === undefined ? "No eval is recorded that could be used." : `No eval "${id}" is recorded.`),
    hint: () => "`precept eval list` shows the recorded evals.",
  }),
  EVAL_RECORD_DIFFERS: entry<{ id: string }>({
    title: "A recorded eval was started with other cases or rules",
    message: ({ id }) => `The cases or rules have changed since the eval ${id} was started.`,
    hint: () => "Start a new one without --resume.",
  }),
};
