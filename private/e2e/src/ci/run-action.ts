import { spawn } from "node:child_process";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { data, Evaluator, Lexer, Parser } from "@actions/expressions";
import { parse } from "yaml";
import { root } from "../run-node.ts";

interface Step {
  readonly id?: string;
  readonly name?: string;
  readonly if?: string;
  readonly uses?: string;
  readonly run?: string;
  readonly env?: Readonly<Record<string, string>>;
  readonly with?: Readonly<Record<string, string>>;
}

interface ActionFile {
  readonly inputs: Readonly<Record<string, { readonly default?: string }>>;
  readonly runs: { readonly steps: readonly Step[] };
}

/** What the runner did. */
export interface ActionRun {
  /** Whether no step failed. */
  readonly ok: boolean;
  /** What all steps printed. */
  readonly log: string;
  /** The names of the steps that ran. */
  readonly ran: readonly string[];
  /** The outputs of each step with an id. */
  readonly outputs: Readonly<Record<string, Readonly<Record<string, string>>>>;
  /** The inputs of other actions that would have been used. */
  readonly used: Readonly<Record<string, Readonly<Record<string, string>>>>;
}

export interface ActionOptions {
  /** The checked-out repository. */
  readonly workspace: string;
  /** A directory for the files of the runner. */
  readonly temp: string;
  /** The directory of the `precept` program. */
  readonly path: string;
  readonly inputs?: Readonly<Record<string, string>>;
  /** The commit that a pull request is based on. Default: the event is a push. */
  readonly baseSha?: string;
}

/**
 * Runs `action.yml` as GitHub's runner does, as far as Precept uses it: defaults and expressions, conditions, one shell process per step, and the files
 * through which steps pass on outputs and paths. Other actions are recorded, not run.
 */
export async function runAction({ workspace, temp, path, inputs = {}, baseSha }: ActionOptions): Promise<ActionRun> {
  const action = parse(await readFile(join(root, "action.yml"), "utf8")) as ActionFile;
  await mkdir(temp, { recursive: true });
  const github = { event: baseSha === undefined ? {} : { pull_request: { base: { sha: baseSha } } } };
  const steps: Record<string, { outputs: Record<string, string> }> = {};
  const ran: string[] = [];
  const used: Record<string, Readonly<Record<string, string>>> = {};
  let log = "";
  let ok = true;
  const allInputs: Record<string, string> = {};
  const evaluate = (text: string): string => evaluateTemplate(text, { github, inputs: allInputs, steps }, ok);
  for (const [name, { default: value = "" }] of Object.entries(action.inputs)) {
    allInputs[name] = inputs[name] ?? evaluate(value);
  }
  for (const step of action.runs.steps) {
    const condition = step.if ?? "success()";
    const always = /\b(?:always|success|failure)\(\)/.test(condition);
    if (evaluate(`\${{ (${always ? condition : `success() && (${condition})`}) && 'yes' || 'no' }}`) !== "yes") continue;
    ran.push(step.name ?? "");
    if (step.uses !== undefined) {
      used[step.uses] = mapValues(step.with ?? {}, evaluate);
      continue;
    }
    const files = { GITHUB_OUTPUT: join(temp, `${ran.length}.output`), GITHUB_PATH: join(temp, `${ran.length}.path`) };
    for (const file of Object.values(files)) await writeFile(file, "");
    const env = { ...mapValues(step.env ?? {}, evaluate), ...files, RUNNER_TEMP: temp, GITHUB_ACTION_PATH: root };
    const { code, out } = await runShell(step.run ?? "", workspace, { ...env, PATH: `${path}:${process.env["PATH"] ?? ""}` });
    log += out;
    ok &&= code === 0;
    if (step.id !== undefined) steps[step.id] = { outputs: await readOutputs(files.GITHUB_OUTPUT) };
  }
  return { ok, log, ran, used, outputs: mapValues(steps, ({ outputs }) => outputs) };
}

/** Replaces the expressions of a text by their values. */
function evaluateTemplate(text: string, contexts: object, ok: boolean): string {
  return text.replaceAll(/\$\{\{(.*?)\}\}/gs, (_, expression: string) => {
    const { tokens } = new Lexer(expression).lex();
    const known = statusFunctions(ok);
    const tree = new Parser(tokens, Object.keys(contexts), [...known.values()]).parse();
    const values = JSON.parse(JSON.stringify(contexts), data.reviver) as data.Dictionary;
    return new Evaluator(tree, values, known).evaluate().coerceString();
  });
}

function statusFunctions(ok: boolean): Map<string, StatusFunction> {
  const results = { always: true, success: ok, failure: !ok };
  return new Map(Object.entries(results).map(([name, result]) => [name, defineFunction(name, result)]));
}

function defineFunction(name: string, result: boolean): StatusFunction {
  return { name, description: "", minArgs: 0, maxArgs: 0, call: () => new data.BooleanData(result) };
}

interface StatusFunction {
  readonly name: string;
  readonly description: string;
  readonly minArgs: number;
  readonly maxArgs: number;
  readonly call: () => data.BooleanData;
}

function mapValues<From, To>(record: Readonly<Record<string, From>>, map: (value: From) => To): Record<string, To> {
  return Object.fromEntries(Object.entries(record).map(([key, value]) => [key, map(value)]));
}

async function readOutputs(file: string): Promise<Record<string, string>> {
  const lines = (await readFile(file, "utf8")).split("\n").filter((line) => line !== "");
  return Object.fromEntries(lines.map((line) => [line.slice(0, line.indexOf("=")), line.slice(line.indexOf("=") + 1)]));
}

/** Runs a script with the options that the runner passes for `shell: bash`. */
function runShell(
  script: string,
  cwd: string,
  env: Readonly<Record<string, string>>,
): Promise<{ readonly code: number | null; readonly out: string }> {
  return new Promise((resolve, reject) => {
    const child = spawn("bash", ["--noprofile", "--norc", "-eo", "pipefail", "-c", script], {
      cwd,
      env: { ...process.env, ...env },
      stdio: ["ignore", "pipe", "pipe"],
    });
    let out = "";
    child.stdout.on("data", (chunk) => (out += String(chunk)));
    child.stderr.on("data", (chunk) => (out += String(chunk)));
    child.on("error", reject);
    child.on("close", (code) => resolve({ code, out }));
  });
}
