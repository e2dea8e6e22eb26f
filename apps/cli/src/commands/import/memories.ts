import { join, resolve } from "node:path";
import { comparableText, PreceptError, toWireRule, type Rule, type Scope } from "@precept/core";
import { kindAt, listDirectorySync, openRoot } from "@precept/files";
import {
  claudeMemoryDir,
  isRefusedRule,
  locationOf,
  memorySources,
  nameFromText,
  readMemories,
  rememberRule,
  type ImportedMemory,
  type MemoryFile,
  type MemorySourceId,
} from "@precept/workspace";
import type { Call, CommandResult } from "../../define.ts";
import { explainLeftOut, readText } from "../../files/read-text.ts";
import { requireUser, tenantStoresOf } from "../../rules/tenant.ts";
import { asLines, count, printable } from "../../terminal/text.ts";
import type { ImportCommandOptions } from "./options.ts";

/** Imports memories as rules that wait for a person: what another program remembered can be wrong, or about a person. */
export async function importMemories(
  call: Call<ImportCommandOptions>,
  sources: readonly MemorySourceId[],
): Promise<CommandResult> {
  const { options } = call;
  const [source, ...others] = sources;
  if (source === undefined || others.length > 0 || options.from?.length !== 1) {
    const expected = "one source of memories alone: other tools, and other memories, are imported by further commands";
    throw new PreceptError("OPTION_VALUE_INVALID", { option: "--from", value: options.from?.join(",") ?? "", expected });
  }
  const scope = options.scope ?? memorySources[source].scope;
  const memories = await readMemories(source, readFiles(call, source));
  requireUser(call, scope);
  const isDone = options.dryRun !== true;
  const { fresh, known, taken } = await compareWithRules(call, memories, scope);
  const target = tenantStoresOf(call);
  const rules: Rule[] = [];
  const leftOut: LeftOut[] = [];
  for (const { content, name: given, files: _files, ...fields } of isDone ? fresh : []) {
    const name = nameFromText(given ?? content, (one) => taken.has(one));
    const rule = { ...fields, content, name, scope, inclusion: "relevant", pending: true, source } as const;
    try {
      const { outcome, stored } = await rememberRule(target, rule, { author: "agent" });
      if (outcome === "known") known.push({ content, name: stored.rule.name });
      else rules.push(stored.rule);
      taken.add(name);
    } catch (error) {
      if (!isRefusedRule(error)) throw error;
      leftOut.push({ content, reason: error.message });
    }
  }
  return {
    json: {
      done: isDone,
      memories: fresh.map(({ content, files }) => ({ content, files })),
      rules: rules.map((rule) => toWireRule(rule)),
      known,
      left_out: leftOut,
    },
    isConfirmation: isDone,
    text: (style) => {
      if (memories.length === 0) return `No memories in ${memorySources[source].description}.\n`;
      const news = isDone ? rules.length : fresh.length;
      const found = `${count(news, "new memory", "new memories")}, ${count(known.length, "known one")}`;
      const lines = isDone
        ? rules.map((rule) => `${style.green(printable(rule.name))}  ${style.dim(printable(locationOf(rule)))}`)
        : fresh.map(({ content }) => firstLineOf(content));
      const refused = leftOut.map(({ content, reason }) => [
        `${style.yellow("left out")} ${firstLineOf(content)}`,
        `  ${printable(reason)}`,
      ]);
      const next = rules.length > 0 ? ["They wait for the approval of a person: precept review"] : [];
      const listed = [...lines, ...refused.flat()].map((line) => `  ${line}`);
      return asLines([`${isDone ? "Imported" : "Would import"}: ${found}`, ...listed, ...next]);
    },
  };
}

interface LeftOut {
  readonly content: string;
  readonly reason: string;
}

/** Splits memories into new ones and those whose text a rule has already. */
async function compareWithRules(call: Call<ImportCommandOptions>, memories: readonly ImportedMemory[], scope: Scope) {
  const { tenant } = tenantStoresOf(call);
  const rules = await call.workspace.list({ tenant, status: ["active", "disabled", "pending"] });
  const byText = new Map(rules.map((rule) => [comparableText(rule.content), rule]));
  const isKnown = ({ content }: ImportedMemory): boolean => byText.has(comparableText(content));
  return {
    fresh: memories.filter((memory) => !isKnown(memory)),
    known: memories.filter(isKnown).map(({ content }) => ({ content, name: byText.get(comparableText(content))?.name })),
    taken: new Set(rules.filter((rule) => rule.scope === scope).map(({ name }) => name)),
  };
}

function firstLineOf(text: string): string {
  return printable(text.split("\n")[0] ?? "");
}

function readFiles({ workspace, options, settings }: Call<ImportCommandOptions>, source: MemorySourceId): readonly MemoryFile[] {
  const project = openRoot(workspace.root);
  const named = options.file ?? (source === "claude-memory" ? [claudeMemoryDir(workspace.root)] : []);
  if (named.length === 0) {
    throw new PreceptError("OPTION_DEPENDENCY_MISSING", { option: `--from ${source}`, requires: "--file <path>" });
  }
  return named
    .flatMap((path) => {
      const absolute = resolve(settings.dir, path);
      if (kindAt(absolute) !== "directory") return [absolute];
      const names = listDirectorySync(openRoot(absolute), ".").map(({ name }) => name);
      return names
        .filter((name) => name.endsWith(".md"))
        .toSorted()
        .map((name) => join(absolute, name));
    })
    .map((path) => {
      const content = readText(project, path);
      if (content.text === undefined) throw explainLeftOut(path, content);
      return { path, text: content.text };
    });
}
