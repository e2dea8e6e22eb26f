import { composeContext, contextFiles, type FileLoadResult } from "@precept/agent-context";
import type { ContextHost } from "../host/context-host.ts";
import { maxResourceCharacters } from "../limits.ts";
import type { ListedResource, ResourceChange, ResourceSource } from "../host/resource-source.ts";

/** The URI of the whole agent context as a section for a prompt. */
export const contextPromptUri = "context://prompt";

const mimeType = "text/markdown";

/** Makes a resource of each file of the agent context that has a text, and one of all of them together. */
export function contextSource(host: ContextHost): ResourceSource {
  return {
    async list() {
      const { files } = await host.load();
      return [listedPrompt, ...files.filter(hasText).map(toListed)];
    },
    async read(uri) {
      const { context, files } = await host.load();
      const text = uri === contextPromptUri ? composeContext(context, files) : textAt(uri, files);
      return text === undefined ? undefined : [{ uri, mimeType, text: cut(text) }];
    },
    subscribe: (listener) => watchContext(host, listener),
  };
}

const listedPrompt: ListedResource = {
  uri: contextPromptUri,
  name: "Agent context",
  description: "Who the agent is, whom it works for and what it remembers: all files of the context.",
  mimeType,
};

/** The URI of a file. It has the id of the file, which stays the same for aliases and on other days. */
function contextUri(id: FileLoadResult["id"]): string {
  return `context://${id}`;
}

function toListed({ id, filePath, note }: FileLoadResult): ListedResource {
  return { uri: contextUri(id), name: filePath, ...(note !== undefined && { description: note }), mimeType };
}

function hasText({ content }: FileLoadResult): boolean {
  return content !== undefined;
}

function textAt(uri: string, files: readonly FileLoadResult[]): string | undefined {
  return files.find(({ id }) => contextUri(id) === uri)?.content;
}

function cut(text: string): string {
  if (text.length <= maxResourceCharacters) return text;
  return `${text.slice(0, maxResourceCharacters)}\n\n[This is cut at character ${maxResourceCharacters} of ${text.length}.]\n`;
}

/** Reports which resources of a context change. Only changes after the first load are known. */
function watchContext(host: ContextHost, listener: (change: ResourceChange) => void): () => void {
  let isActive = true;
  let listed: string | undefined;
  const readList = async (): Promise<string> =>
    JSON.stringify((await host.load()).files.filter(hasText).map(({ id, filePath }) => [id, filePath]));
  // The files are watched from the first load on. A directory that cannot be read is read again with the next change.
  const begin = async (): Promise<void> => {
    listed = await readList();
  };
  const report = async (paths: readonly string[]): Promise<void> => {
    const before = listed;
    listed = await readList();
    if (!isActive) return;
    for (const uri of [...idsOf(paths).map(contextUri), contextPromptUri]) listener({ kind: "updated", uri });
    if (listed !== before) listener({ kind: "list" });
  };
  let pending = begin().catch(() => undefined);
  const unsubscribe = host.subscribe(({ files }) => {
    pending = pending.then(() => report(files)).catch(() => undefined);
  });
  return () => {
    isActive = false;
    unsubscribe();
  };
}

/** The ids of the files with these paths. A daily note can be today's or yesterday's. */
function idsOf(paths: readonly string[]): readonly FileLoadResult["id"][] {
  const changed = new Set(paths);
  const isNote = paths.some((path) => path.startsWith("memory/"));
  return contextFiles
    .filter(({ id, name, aliases }) =>
      id === "today" || id === "yesterday" ? isNote : [name, ...aliases].some((path) => changed.has(path)),
    )
    .map(({ id }) => id);
}
