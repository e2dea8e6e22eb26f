import { policySeverities, type PolicyAction, type PolicySeverity } from "@precept/contract/values";
import { PreceptError, toWireDiagnostic, withoutUndefined } from "@precept/core";
import { policiesDir } from "@precept/enforcement";
import { createFile, fileFailureOf, kindIn, openRoot } from "@precept/files";
import type { Call, CommandResult } from "../../define.ts";
import { viewDiagnostics } from "../../terminal/diagnostics.ts";
import { asLines, printable } from "../../terminal/text.ts";
import { canAsk } from "../../terminal/terminal.ts";
import { createDocument, printPolicy, type NewPolicy, type PolicyExamples, type PolicySubject } from "./new-document.ts";

export interface NewPolicyOptions {
  readonly severity?: PolicySeverity;
  readonly handler?: PolicyAction;
  readonly shadow?: boolean;
  readonly message?: string;
  readonly suggestion?: string;
  readonly program?: readonly string[];
  readonly subcommand?: string;
  readonly flag?: readonly string[];
  readonly operands?: string;
  readonly pattern?: string;
  readonly in?: readonly string[];
  readonly protect?: readonly string[];
  readonly invalid?: readonly string[];
  readonly valid?: readonly string[];
  readonly dryRun?: boolean;
}

/** Writes a policy with tests. Asks for what the options do not say, if there is a terminal. */
export async function newPolicy(call: Call<NewPolicyOptions>): Promise<CommandResult> {
  const { workspace, options } = call;
  const { policies, root } = workspace;
  const policy = await readPolicy(call);
  const { id } = policy;
  const path = `${policiesDir}/${id.toLowerCase()}.yaml`;
  const source = await policies.sourceOf(id);
  if (source !== undefined) throw new PreceptError("POLICY_DEFINED_ELSEWHERE", { id, path: source });
  const project = openRoot(root);
  if (kindIn(project, path, "entry") !== undefined) throw new PreceptError("POLICY_FILE_TAKEN", { id, path });
  const text = printPolicy(createDocument(policy));
  const { accepted, diagnostics } = await policies.validate(text);
  const json = { id, path, text, diagnostics: diagnostics.map(toWireDiagnostic) };
  if (accepted.length === 0) {
    const lines = (style: Parameters<CommandResult["text"]>[0]) => [
      ...viewDiagnostics(diagnostics, style),
      "Nothing was written.",
    ];
    return { code: "findings", json: { ...json, written: false }, text: (style) => asLines(lines(style)) };
  }
  if (options.dryRun === true) return { json: { ...json, written: false }, text: () => text };
  const isWritten = await createFile(project, path, text).catch((error: unknown) => {
    throw fileFailureOf("create", path, error);
  });
  if (!isWritten) throw new PreceptError("POLICY_FILE_TAKEN", { id, path });
  return {
    json: { ...json, written: true },
    isConfirmation: true,
    text: (style) =>
      asLines([`${style.green("created")} ${printable(id)}  ${printable(path)}`, ...viewDiagnostics(diagnostics, style)]),
  };
}

async function readPolicy(call: Call<NewPolicyOptions>): Promise<NewPolicy> {
  const { options, args } = call;
  const { shadow = false, suggestion, handler } = options;
  const id = args[0] ?? (await ask(call, "<id>", "The id of the policy, such as NO-DESTROY:"));
  const about = subjectIn(options) ?? (await askSubject(call));
  const invalid = options.invalid ?? [await ask(call, "--invalid <text>", `${exampleOf[about.kind]} that violates it:`)];
  const valid = options.valid ?? [await ask(call, "--valid <text>", `${exampleOf[about.kind]} that does not violate it:`)];
  const severity = options.severity ?? (await askSeverity(call));
  const message = options.message ?? (await ask(call, "--message <text>", "What is wrong? It may contain {match}:"));
  const examples: PolicyExamples = { valid, invalid };
  const mode = shadow ? ("shadow" as const) : undefined;
  return { id, severity, message, about, examples, ...withoutUndefined({ handler, mode, suggestion }) };
}

const exampleOf = { command: "A command", text: "A text", files: "The path of a file" } as const satisfies Record<
  PolicySubject["kind"],
  string
>;

function subjectIn({
  program,
  subcommand,
  flag: flags,
  operands,
  pattern,
  in: files,
  protect,
}: NewPolicyOptions): PolicySubject | undefined {
  if (program !== undefined) return { kind: "command", programs: program, ...withoutUndefined({ subcommand, flags, operands }) };
  if (pattern !== undefined) return { kind: "text", pattern, ...withoutUndefined({ files }) };
  return protect && { kind: "files", files: protect };
}

async function askSubject(call: Call<NewPolicyOptions>): Promise<PolicySubject> {
  const option = "--program, --pattern or --protect";
  const kind = await ask(call, option, "What is it about? 1 a command, 2 a text, 3 files that must not be changed:");
  if (kind === "1") {
    const words = (await ask(call, option, "The program, and subcommands and flags that must be present:")).split(/\s+/);
    const [program = "", ...others] = words;
    const flags = others.filter((word) => word.startsWith("-"));
    const subcommand = others.filter((word) => !word.startsWith("-")).join(" ");
    return subjectIn(
      withoutUndefined({ program: [program], flag: filled(flags), subcommand: subcommand || undefined }),
    ) as PolicySubject;
  }
  if (kind === "2") {
    const pattern = await ask(call, option, "A regular expression in the syntax of JavaScript:");
    const files = await call.terminal.askText("Globs of the files, separated by blanks; empty for all:");
    return { kind: "text", pattern, ...withoutUndefined({ files: filled(files.split(/\s+/).filter((glob) => glob !== "")) }) };
  }
  if (kind === "3")
    return { kind: "files", files: (await ask(call, option, "Globs of the files, separated by blanks:")).split(/\s+/) };
  throw new PreceptError("OPTION_VALUE_INVALID", { option: "the answer", value: kind, expected: "1, 2 or 3" });
}

async function askSeverity({ terminal, settings }: Call<NewPolicyOptions>): Promise<PolicySeverity> {
  const byDefault = "MEDIUM";
  if (!canAsk(terminal) || settings.json) return byDefault;
  const answer = (await terminal.askText(`The severity: ${policySeverities.join(", ")}; empty for ${byDefault}:`)).toUpperCase();
  const severity = answer === "" ? byDefault : policySeverities.find((known) => known === answer);
  if (severity !== undefined) return severity;
  throw new PreceptError("OPTION_VALUE_INVALID", {
    option: "--severity",
    value: answer,
    expected: `one of ${policySeverities.join(", ")}`,
  });
}

/** @param option named in the error if there is no terminal, or no answer. */
async function ask({ terminal, settings }: Call<NewPolicyOptions>, option: string, question: string): Promise<string> {
  const answer = canAsk(terminal) && !settings.json ? await terminal.askText(question) : "";
  if (answer === "") throw new PreceptError("OPTION_MISSING", { option, help: "precept policies new --help" });
  return answer;
}

function filled(list: readonly string[]): readonly string[] | undefined {
  return list.length === 0 ? undefined : list;
}
