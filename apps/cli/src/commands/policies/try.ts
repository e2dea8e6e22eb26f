import { resolve } from "node:path";
import { toWireDiagnostic, withoutUndefined, type Json } from "@precept/core";
import { findPolicy, projectFilesOf } from "@precept/enforcement";
import { openRoot, pathInside } from "@precept/files";
import {
  parseCommands,
  parseHookPayload,
  readHookPayload,
  subjectKindOf,
  toWireDecision,
  type Decision,
  type MatchStep,
  type ParsedCommand,
  type PolicyContext,
  type Subject,
  type SubjectKind,
} from "@precept/governance";
import type { Call, CommandResult } from "../../define.ts";
import { explainLeftOut, readText } from "../../files/read-text.ts";
import { checkContext } from "../../policies/check-context.ts";
import type { PolicyContextOptions } from "../../policies/policy-context.ts";
import { viewDiagnostics } from "../../terminal/diagnostics.ts";
import { asLines } from "../../terminal/text.ts";
import { viewTried, type TriedSubject } from "./try-view.ts";

export interface TryOptions extends PolicyContextOptions {
  readonly policy?: readonly string[];
  readonly all?: boolean;
  readonly subject?: SubjectKind;
}

/** What was tried. `given` says how the argument was read. */
interface Tried {
  readonly given: "command" | "file" | "payload" | "text";
  readonly subjects: readonly Subject[];
  readonly context?: PolicyContext;
}

export async function tryPolicies(call: Call<TryOptions>): Promise<CommandResult> {
  const { workspace, options, args, settings } = call;
  const { policies } = workspace;
  const { policy: wanted = [], all = false, context: written = {}, phase, highQuality } = options;
  for (const id of wanted) await findPolicy(policies, id);
  const active = await policies.list();
  checkContext(written, active);
  const { given, subjects, context } = await readTried(call, args[0] ?? "");
  const checkOptions = withoutUndefined({
    phase,
    highQuality,
    context: { ...context, ...written },
    only: wanted.length > 0 ? wanted : undefined,
  });
  const project = projectFilesOf({ root: workspace.root, confined: openRoot(workspace.root) });
  const tried: TriedSubject[] = [];
  for (const subject of subjects) {
    const decision = await policies.check(subject, checkOptions);
    const shown = all || settings.json ? active.map(({ id }) => id) : [...new Set([...wanted, ...idsOf(decision)])];
    const steps = new Map<string, readonly MatchStep[]>();
    for (const id of shown.filter((one) => wanted.length === 0 || wanted.includes(one))) {
      steps.set(id, await policies.trace(id, subject, checkOptions));
    }
    const parsed = subjectKindOf(subject) === "command" ? parseCommands(subject.text, project) : undefined;
    const commands = parsed && { found: parsed.commands, ...withoutUndefined({ incomplete: parsed.incomplete }) };
    tried.push({ subject, decision, steps, ...withoutUndefined({ commands }) });
  }
  const problems = (await policies.diagnostics()).filter(({ severity }) => severity === "error");
  return {
    code: problems.length > 0 ? "findings" : "ok",
    json: { given, subjects: tried.map(toJson), diagnostics: problems.map(toWireDiagnostic) },
    text: (style) => viewTried(tried, style) + asLines(viewDiagnostics(problems, style)),
  };
}

/** The policies that are violated, also if this has no effect. */
function idsOf({ violations, shadowed, accepted }: Decision): readonly string[] {
  return [...violations, ...shadowed, ...accepted.map(({ violation }) => violation)].map(({ policy }) => policy);
}

async function readTried({ workspace: { root }, settings, terminal, options }: Call<TryOptions>, name: string): Promise<Tried> {
  const path = resolve(settings.dir, name);
  const read = name === "-" ? { text: await terminal.readInput() } : readText(openRoot(root), path);
  if (read.text === undefined && read.leftOut !== "gone" && options.subject === undefined) throw explainLeftOut(name, read);
  const text = read.text ?? name;
  const parsed = /^\s*\{/.test(text) ? parseHookPayload(text) : { problem: "" };
  const payload = "value" in parsed ? readHookPayload(parsed.value, root) : undefined;
  if (payload !== undefined && options.subject === undefined) {
    return { given: "payload", subjects: payload.subjects, context: payload.context };
  }
  const file = read.text !== undefined && name !== "-" ? (pathInside(root, path) ?? path) : undefined;
  const kind = options.subject ?? (file !== undefined ? "file" : name === "-" ? undefined : "command");
  const given = file !== undefined ? "file" : kind === "command" ? "command" : "text";
  return { given, subjects: [{ text, ...withoutUndefined({ kind, file }) }] };
}

function toJson({ subject, decision, commands, steps }: TriedSubject): Readonly<Record<string, Json>> {
  const skipped = new Map(decision.skipped.map(({ policy, reason }) => [policy, reason]));
  const violated = new Set(idsOf(decision));
  return {
    kind: subjectKindOf(subject),
    file: subject.file ?? null,
    commands: commands === undefined ? null : commands.found.map(commandToJson),
    commands_incomplete: commands?.incomplete ?? null,
    policies: [...steps].map(([id, own]) => ({
      rule_id: id,
      violated: violated.has(id),
      skipped: skipped.get(id)?.kind ?? null,
      steps: own.map(({ path, condition, result, found }) => ({
        path,
        condition,
        result,
        found: found.map((one) => ({ ...one })),
      })),
    })),
    decision: toWireDecision(decision),
  };
}

function commandToJson(command: ParsedCommand): Json {
  const { program, words, wrappers, directory, environment = [], redirects, pipesInto, location } = command;
  return {
    program,
    words: [...words],
    wrappers: [...wrappers],
    directory: directory?.path ?? null,
    environment: [...environment],
    redirects: redirects.map((redirect) => ({ ...redirect })),
    pipes_into: [...pipesInto],
    ...location,
  };
}
