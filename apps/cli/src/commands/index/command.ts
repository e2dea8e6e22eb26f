import { formatNumber, PreceptError } from "@precept/core";
import { rebuildSearchIndex, searchIndexStatus, type RebuildProgress, type SearchIndexStatus } from "@precept/store-sqlite";
import type { Call, CommandResult } from "../../define.ts";
import { printable, type Style } from "../../terminal/text.ts";
import { viewFields } from "../../terminal/layout.ts";

const stepNames = { words: "Indexing words", vectors: "Embedding rules" } as const;

export async function indexStatus({ workspace }: Call): Promise<CommandResult> {
  const { embedder } = workspace;
  return resultOf(await searchIndexStatus({ path: databaseOf({ workspace }), embedder }), "status", embedder !== undefined);
}

export async function rebuildIndex(call: Call): Promise<CommandResult> {
  const { workspace, terminal, progress } = call;
  const { embedder } = workspace;
  const path = databaseOf(call);
  const onProgress = ({ step, ...count }: RebuildProgress): void => progress({ step: stepNames[step], ...count });
  const interruption = new AbortController();
  // Without a terminal, an interruption ends the process. Stores continue the rebuild in either case.
  if (terminal.interactive) void terminal.interrupted().then(() => interruption.abort());
  try {
    const { signal } = interruption;
    const status = await rebuildSearchIndex({ path, embedder, onProgress, signal });
    return resultOf(status, "rebuilt", embedder !== undefined);
  } catch (error) {
    if (!interruption.signal.aborted) throw error;
    const status = await searchIndexStatus({ path, embedder });
    return resultOf(status, "interrupted", embedder !== undefined);
  }
}

function databaseOf({ workspace }: Pick<Call, "workspace">): string {
  const { sqlite } = workspace.settings;
  if (sqlite !== undefined) return sqlite;
  throw new PreceptError("NO_DATABASE", {});
}

function resultOf(status: SearchIndexStatus, outcome: "status" | "rebuilt" | "interrupted", hasEmbedder: boolean): CommandResult {
  const { rules, indexed, embedder, dim, embedded, stale, bytes } = status;
  return {
    code: outcome === "interrupted" ? "findings" : "ok",
    json: { rules, indexed, embedded, stale, embedder: embedder ?? null, dim: dim ?? null, bytes },
    isConfirmation: outcome === "rebuilt",
    text: (style) =>
      `${outcome === "interrupted" ? `${style.yellow("interrupted")}; searches continue it\n` : ""}${viewStatus(status, hasEmbedder, style)}`,
  };
}

/**
 * Prints the state of a search index.
 *
 * @param hasEmbedder whether an embedder is configured. Otherwise, the embedder of the status is the one that was used
 * last.
 */
function viewStatus(status: SearchIndexStatus, hasEmbedder: boolean, style: Style): string {
  const { rules, indexed, embedder, dim, embedded, stale, bytes } = status;
  const known = embedder === undefined ? "none: rules are found by words only" : printable(embedder);
  const fields: readonly (readonly [string, string])[] = [
    ["rules", formatNumber(rules)],
    ["by words", partOf(indexed, rules)],
    ["by meaning", partOf(embedded, rules)],
    ["embedder", hasEmbedder || embedder === undefined ? known : `${known} (used last; none is configured)`],
    ...(dim === undefined ? [] : [["dimensions", formatNumber(dim)] as const]),
    ["old vectors", formatNumber(stale)],
    ["size", `${formatNumber(bytes)} bytes`],
  ];
  return `${viewFields(fields, style).join("\n")}\n`;
}

function partOf(part: number, all: number): string {
  return part >= all ? formatNumber(part) : `${formatNumber(part)} of ${formatNumber(all)}`;
}
