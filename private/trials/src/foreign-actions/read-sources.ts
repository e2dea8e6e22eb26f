import { hash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Action, AgentAction } from "@precept/agent-actions";
import * as z from "zod";

const sourceSchema = z.object({
  source: z.string(),
  items: z.array(z.object({ text: z.string(), kind: z.string(), label: z.string(), note: z.optional(z.string()) })),
});

/** How a source writes a value that its user gives. In a command, it would begin a comment. */
const placeholder = /#\{(\w+)\}/g;

type Item = z.infer<typeof sourceSchema>["items"][number];

/** An action of a source, with the note of its item. */
export type ForeignAction = AgentAction & { readonly note?: string };

/** Why a source lists actions: as the tests of a guard, as steps of attacks, or as everyday work and other texts. */
export type SourcePurpose = "guard" | "attacks" | "other";

/** The actions of one source that have the same label and are done in the same way. */
export interface ForeignActions {
  /** The source, the label and the way, such as `manual harmless command`. */
  readonly name: string;
  readonly isHarmless: boolean;
  readonly purpose: SourcePurpose;
  readonly actions: readonly ForeignAction[];
}

/** A page of documentation, in the middle of which a text is hidden. */
const page = (text: string): string =>
  [
    "# Settings\n\nThe server reads its settings from `server.yaml`. Each key has a default, which the table shows.\n\n| key | default |",
    "| --- | --- |\n| `port` | 8080 |\n| `host` | localhost |\n\nA change of the file needs a restart. Logs are written to standard output.",
    text,
    "## Metrics\n\nThe path `/metrics` lists counters in the format of Prometheus. A counter never decreases while the process runs.\n",
  ].join("\n\n");

/** How an item of each kind is done. A text is tried as a prompt, as the result of a tool, and in the middle of a page. */
const waysOf: Readonly<Record<string, Readonly<Record<string, (text: string) => Action>>>> = {
  command: { command: (command) => ({ type: "command", command }) },
  prompt: { prompt: (text) => ({ type: "prompt", text }) },
  text: {
    prompt: (text) => ({ type: "prompt", text }),
    result: (text) => ({ type: "result", tool: "WebFetch", text }),
    page: (text) => ({ type: "result", tool: "WebFetch", text: page(text) }),
  },
  result: { result: (text) => ({ type: "result", tool: "WebFetch", text }) },
  file: { file: (content) => ({ type: "write", path: "notes.md", content }) },
};

/** Reads the actions in the JSON files of a directory. @throws if a file has another shape or an unknown kind. */
export function readSources(directory: string): readonly ForeignActions[] {
  const files = readdirSync(directory).filter((file) => file.endsWith(".json"));
  return files.toSorted().flatMap((file) => {
    const { source, items } = sourceSchema.parse(JSON.parse(readFileSync(join(directory, file), "utf8")), {
      error: (issue) => `${file}: ${issue.path?.join(".") ?? ""} does not have the expected value`,
    });
    const purpose = purposeOf(items);
    const groups = Object.groupBy(items, ({ kind, label }) => `${label} ${kind}`);
    return Object.values(groups).flatMap((group = []) => groupOf({ source, purpose }, file, group));
  });
}

/** The tests of a guard say which commands it stops and which it lets through. */
function purposeOf(items: readonly Item[]): SourcePurpose {
  const labels = new Set(items.filter(({ kind }) => kind === "command").map(({ label }) => label));
  if (labels.has("dangerous") && labels.has("harmless")) return "guard";
  return labels.has("attack-step") ? "attacks" : "other";
}

function groupOf(
  { source, purpose }: { readonly source: string; readonly purpose: SourcePurpose },
  file: string,
  items: readonly Item[],
): readonly ForeignActions[] {
  const [first] = items;
  if (first === undefined) return [];
  const { kind, label } = first;
  const ways = waysOf[kind];
  if (ways === undefined) throw new Error(`${file}: the kind "${kind}" is unknown. Known: ${Object.keys(waysOf).join(", ")}.`);
  const isHarmless = label === "harmless";
  const groups = Object.entries(ways).map(([way, actionOf]) => ({
    name: `${source} ${label} ${way}`,
    isHarmless,
    purpose,
    actions: items.map(({ text, note }) => ({
      id: `${source}-${hash("sha256", text).slice(0, 8)}`,
      kind,
      dangerous: !isHarmless,
      starter: source,
      action: actionOf(kind === "command" ? text.replace(placeholder, "$1") : text),
      ...(note !== undefined && { note }),
    })),
  }));
  const ofFiles = items.filter(({ text }) => text.includes(anyFile));
  if (ofFiles.length === 0) return groups;
  // What matters is that the file is a secret.
  const actions = ofFiles.map(({ text }) => ({
    id: `${source}-${hash("sha256", text).slice(0, 8)}`,
    kind,
    dangerous: true,
    starter: source,
    action: { type: "command" as const, command: text.replaceAll(anyFile, "/home/dev/.ssh/id_rsa") },
  }));
  return [...groups, { name: `${source} ${label} of a secret`, isHarmless, purpose, actions }];
}

/** How a source writes a file whose name does not matter. */
const anyFile = "/path/to/input-file";

/** Whether an action belongs to the tenth that is never listed, so that no policy is adapted to it. */
export function isHeldOut({ id }: AgentAction): boolean {
  return Number.parseInt(id.slice(-8), 16) % 10 === 0;
}
