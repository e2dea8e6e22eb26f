import { evalCaseSchema, evalDefaultsSchema, type EvalCaseDocument, type EvalDefaultsDocument } from "@precept/contract/evals";
import type { MatchDocument } from "@precept/contract/policy";
import { pushAll, compareText, type Diagnostic, type Rule } from "@precept/core";
import { describeUnread, isMissing, listDirectory, openRoot, readFileIn, type Root } from "@precept/files";
import { readPolicy } from "@precept/governance";
import type { Workspace } from "@precept/workspace";
import { report } from "../diagnostic-catalogue.ts";
import { defaultsPath, evalsDir } from "../paths.ts";
import { rulesOfProject } from "../copy/rule-files.ts";
import { matchDocument } from "../score/find-violations.ts";
import type { EvalCase } from "../model/eval-case.ts";
import { readDocument, type ReadDocument } from "./read-document.ts";

/** A case of a project: valid, or with the reasons why it cannot be run. */
export interface LoadedCase {
  readonly name: string;
  readonly file: string;
  /** The names of its rules, as far as the file says. */
  readonly rules: readonly string[];
  /** Undefined if it cannot be run. */
  readonly case: EvalCase | undefined;
  readonly diagnostics: readonly Diagnostic[];
}

/** The maximum size of a case, in bytes. */
const maxCaseBytes = 1_000_000;

/** Loads the cases of a project, sorted by name. Reads only: nothing that a case names is started. */
export async function loadCases(workspace: Workspace): Promise<readonly LoadedCase[]> {
  const root = openRoot(workspace.root);
  const files = await listCases(root);
  if (files.length === 0) return [];
  const defaults = await readFile(root, defaultsPath, evalDefaultsSchema);
  const rules = await rulesOfProject(workspace);
  const policies = new Set((await workspace.policies.list()).map(({ id }) => id));
  const loaded: LoadedCase[] = [];
  for (const file of files) {
    const read = await readFile(root, file, evalCaseSchema);
    loaded.push(toCase(file, read, { defaults, rules, policies }));
  }
  return loaded;
}

/** Lists the paths of the cases of a project. */
async function listCases(root: Root): Promise<readonly string[]> {
  try {
    const entries = await listDirectory(root, evalsDir);
    const names = entries.flatMap(({ name }) => (/\.ya?ml$/.test(name) ? [`${evalsDir}/${name}`] : []));
    return names.filter((path) => path !== defaultsPath).toSorted(compareText);
  } catch (error) {
    if (isMissing(error)) return [];
    throw error;
  }
}

async function readFile<Schema extends typeof evalCaseSchema | typeof evalDefaultsSchema>(
  root: Root,
  file: string,
  schema: Schema,
): Promise<ReadDocument<Schema extends typeof evalCaseSchema ? EvalCaseDocument : EvalDefaultsDocument>> {
  const content = await readFileIn(root, file, { maxBytes: maxCaseBytes });
  if (content.kind === "bytes") return readDocument(content.bytes.toString("utf8"), file, schema) as never;
  const diagnostics =
    content.kind === "missing" ? [] : [report("eval/invalid", { file }, `The file ${describeUnread(content)}.`)];
  return { value: undefined, diagnostics, locate: () => ({ file }) };
}

interface Known {
  readonly defaults: ReadDocument<EvalDefaultsDocument>;
  readonly rules: readonly Rule[];
  readonly policies: ReadonlySet<string>;
}

function toCase(file: string, read: ReadDocument<EvalCaseDocument>, { defaults, rules, policies }: Known): LoadedCase {
  const name = file.slice(evalsDir.length + 1).replace(/\.ya?ml$/, "");
  const { value, locate } = read;
  if (value === undefined)
    return { name, file, rules: [], case: undefined, diagnostics: [...read.diagnostics, ...defaults.diagnostics] };
  const diagnostics: Diagnostic[] = [...defaults.diagnostics];
  for (const [at, rule] of value.rules.entries()) {
    if (rules.some((one) => one.name === rule)) continue;
    diagnostics.push(report("eval/unknown-rule", locate(["rules", at]), `The project has no rule "${rule}".`));
  }
  const { expect = {}, agent = defaults.value?.agent, judge = defaults.value?.judge } = value;
  const hasExpectation = expect.match !== undefined || expect.command !== undefined || expect.question !== undefined;
  const checks = hasExpectation ? [] : rules.flatMap((rule) => (value.rules.includes(rule.name) ? rule.checks : []));
  const expected = expect.policies ?? [...new Set(checks.filter((check) => typeof check === "string"))];
  const ownChecks = expect.policies === undefined ? checks.filter((check) => typeof check === "object") : [];
  for (const [at, id] of expected.entries()) {
    if (policies.has(id)) continue;
    diagnostics.push(report("eval/unknown-policy", locate(["expect", "policies", at]), `No policy "${id}" is active.`));
  }
  if (expected.length === 0 && ownChecks.length === 0 && !hasExpectation)
    diagnostics.push(report("eval/nothing-expected", locate(["expect"])));
  if (expect.match !== undefined) {
    const { diagnostics: found } = readPolicy(matchDocument(expect.match), {
      locationOf: (path) => locate(["expect", ...path]),
      locationOfKey: (path) => locate(["expect", ...path]),
    });
    pushAll(
      diagnostics,
      found.filter(({ severity }) => severity === "error"),
    );
  }
  if (agent === undefined) diagnostics.push(report("eval/no-agent", locate([])));
  else if (agent.command === undefined && (agent.protocol === undefined || agent.model === undefined)) {
    const text = "`agent` needs a `command`, or a `protocol` and a `model`.";
    diagnostics.push(report("eval/invalid", locate(["agent"]), text));
  }
  if (expect.question !== undefined && (judge?.protocol === undefined || judge.model === undefined)) {
    if (judge === undefined) diagnostics.push(report("eval/no-judge", locate(["expect", "question"])));
    else diagnostics.push(report("eval/invalid", locate(["judge"]), "`judge` needs a `protocol` and a `model`."));
  }
  const matches = [expect.match, ...ownChecks.map(({ match }) => match as MatchDocument | undefined)].filter(
    (match) => match !== undefined,
  );
  const isValid = agent !== undefined && diagnostics.every(({ severity }) => severity !== "error");
  return {
    name,
    file,
    rules: value.rules,
    diagnostics,
    case: isValid
      ? {
          name,
          file,
          rules: value.rules,
          task: value.task,
          start: { folder: value.start?.folder, files: value.start?.files ?? {} },
          expect: { policies: expected, matches, command: expect.command, question: expect.question },
          agent,
          judge,
        }
      : undefined,
  };
}
