import type { ProjectRoutes, RouteOutput } from "@precept/contract";
import { expandReferences, type ResolveOptions, type Rule } from "@precept/core";
import { checkText } from "@precept/lint";
import type { Workspace } from "@precept/workspace";
import { readVersion } from "../version.ts";
import type { ConsoleFiles } from "./console-files.ts";

type Budget = RouteOutput<ProjectRoutes["getBudget"]>;
type FileList = RouteOutput<ProjectRoutes["listFiles"]>;

/** What a snapshot of the console contains. */
export interface Snapshot {
  readonly project: string;
  readonly version: string;
  /** The shared rules of the project, with the texts of the files that they include. */
  readonly rules: readonly Rule[];
  readonly settings: Pick<ResolveOptions, "budget" | "order" | "format">;
  readonly budget: Budget;
  readonly files: FileList;
}

/** A snapshot, and what it leaves out. */
export interface SnapshotPlan {
  readonly snapshot: Snapshot;
  /** How many rules are only for the user, and not in the snapshot. */
  readonly personal: number;
  /** The names of the rules that contain a secret, and why each seems to. A snapshot must not be written with them. */
  readonly secrets: readonly { readonly name: string; readonly problem: string }[];
}

/**
 * Plans a snapshot of a project, which opens without a server. It has the rules of the project, and none of the user.
 *
 * @param fetch of a server of the workspace, without an authenticator. It answers the routes that the pages read.
 */
export async function planSnapshot(
  workspace: Workspace,
  fetch: (request: Request) => Promise<Response>,
  project: string,
): Promise<SnapshotPlan> {
  const read = async <Answer>(path: string): Promise<Answer> => {
    const response = await fetch(new Request(`http://127.0.0.1/api/v1/project/${path}`));
    return (await response.json()) as Answer;
  };
  const [all, budget, files] = await Promise.all([workspace.list(), read<Budget>("budget"), read<FileList>("files")]);
  const shared = all.filter(
    ({ scope, origin }) => scope === "project" && origin.overlay !== true && origin.session === undefined,
  );
  const { texts } = await expandReferences(shared, workspace.references);
  const rules = shared.map((rule) => ({ ...rule, content: texts.get(rule) ?? rule.content }));
  const ids = new Set(rules.map(({ id }) => id));
  const { budget: limits, order, format } = workspace.settings.answer;
  return {
    personal: all.length - shared.length,
    secrets: rules.flatMap(({ name, content }) =>
      checkText(content)
        .filter(({ code }) => code === "text/secret")
        .map(({ message }) => ({ name, problem: message })),
    ),
    snapshot: {
      project,
      version: readVersion(),
      rules,
      settings: {
        ...(limits !== undefined && { budget: limits }),
        ...(order !== undefined && { order }),
        ...(format !== undefined && { format }),
      },
      budget: { ...budget, rules: budget.rules.filter(({ id }) => ids.has(id)) },
      files: withRules(files, ids),
    },
  };
}

/** Removes all other rules from the sets of rules of files. */
function withRules(files: FileList, ids: ReadonlySet<string>): FileList {
  const rules = files.rules.filter(({ id }) => ids.has(id));
  const positions = new Map(rules.map(({ id }, at) => [id, at]));
  const renumber = (set: readonly number[]): number[] => set.flatMap((at) => positions.get(files.rules[at]?.id ?? "") ?? []);
  return { ...files, rules, always: renumber(files.always), rule_sets: files.rule_sets.map(renumber) };
}

const placeholder = "%SNAPSHOT%";

/** Returns the page of a snapshot: one file with its scripts and styles, which sends no requests. */
export function renderSnapshot({ snapshot: page }: ConsoleFiles, snapshot: Snapshot): string {
  // A text of a rule must not end the element of the data.
  const data = JSON.stringify(snapshot).replaceAll("<", String.raw`\u003c`);
  const [before = "", after = ""] = page.split(placeholder);
  return before + data + after;
}
