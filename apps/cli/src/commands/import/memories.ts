import { comparableText, PreceptError, toWireRule, type Scope } from "@precept/core";
import {
  claudeMemoryDir,
  memorySources,
  nameFromText,
  readMemories,
  skipReasons,
  type ImportedMemory,
  type MemoryFile,
  type MemorySourceId,
  type RememberedRule,
} from "@precept/workspace";
import type { Call, CommandResult } from "../../define.ts";
import { readMemoryFiles } from "../../rules/read-memory-files.ts";
import { firstLineOf, listRemembered, rememberMany } from "../../rules/remember-many.ts";
import { requireUser, tenantStoresOf } from "../../rules/tenant.ts";
import { asLines, count, printable } from "../../terminal/text.ts";
import type { ImportCommandOptions } from "./options.ts";

/** The maximum size of a file, in bytes: the data export of ChatGPT has all conversations in one file. */
const maxExportBytes = 268_435_456;

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
  const { memories, skipped } = await readMemories(source, readFiles(call, source));
  requireUser(call, scope);
  const isDone = options.dryRun !== true;
  const { fresh, known: knownBefore, taken } = await compareWithRules(call, memories, scope);
  const rules = (isDone ? fresh : []).map(({ content, name: given, files: _files, ...fields }): RememberedRule => {
    const name = nameFromText(given ?? content, (one) => taken.has(one));
    taken.add(name);
    return { ...fields, content, name, scope, inclusion: "relevant", pending: true, source };
  });
  const remembered = await rememberMany(tenantStoresOf(call), rules, { author: "agent" });
  const { saved } = remembered;
  const known = [...knownBefore, ...remembered.known];
  return {
    json: {
      done: isDone,
      memories: fresh.map(({ content, files }) => ({ content, files })),
      rules: saved.map((rule) => toWireRule(rule)),
      known,
      left_out: remembered.leftOut,
      skipped: skipped.map(({ file, reason, count: number }) => ({ file, reason: skipReasons[reason], count: number })),
    },
    isConfirmation: isDone,
    text: (style) => {
      const omitted = skipped.map((one) => `Skipped in ${printable(one.file)}: ${skipReasons[one.reason]} (${one.count})`);
      if (memories.length === 0) return asLines([`No memories in ${memorySources[source].description}.`, ...omitted]);
      const news = isDone ? saved.length : fresh.length;
      const found = `${count(news, "new memory", "new memories")}, ${count(known.length, "known one")}`;
      const lines = isDone ? listRemembered(remembered, style) : fresh.map(({ content }) => firstLineOf(content));
      const next = saved.length > 0 ? ["They wait for the approval of a person: precept review"] : [];
      return asLines([
        `${isDone ? "Imported" : "Would import"}: ${found}`,
        ...lines.map((line) => `  ${line}`),
        ...omitted,
        ...next,
      ]);
    },
  };
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

function readFiles(call: Call<ImportCommandOptions>, source: MemorySourceId): readonly MemoryFile[] {
  const { workspace, options } = call;
  const named = options.file ?? (source === "claude-memory" ? [claudeMemoryDir(workspace.root)] : []);
  if (named.length === 0) {
    throw new PreceptError("OPTION_DEPENDENCY_MISSING", { option: `--from ${source}`, requires: "--file <path>" });
  }
  return readMemoryFiles(call, named, maxExportBytes);
}
