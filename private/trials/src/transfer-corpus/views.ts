import { readdirSync } from "node:fs";
import { join } from "node:path";
import { findSkillHost, type DialectId } from "@precept/mdc-compat";
import type { Workspace } from "@precept/workspace";
import type { ReadText } from "./doubled-lines.ts";

/** What one tool reads for one directory. */
export interface View {
  readonly tool: string;
  readonly directory: string;
  readonly texts: readonly ReadText[];
}

/** The largest number of directories that the views of a repository are read for. */
const maxDirectories = 20;

/** Lists the root and the directories that rules are for. */
export async function listDirectories(workspace: Workspace): Promise<readonly string[]> {
  const bases = (await workspace.list()).map(({ origin }) => origin.base ?? "");
  return [...new Set(["", ...bases.toSorted()])].slice(0, maxDirectories);
}

/** Reads the views of tools on directories of a workspace. Of a skill, a tool reads the name and the description. */
export async function readViews(
  workspace: Workspace,
  tools: readonly string[],
  directories: readonly string[],
): Promise<readonly View[]> {
  const views: View[] = [];
  for (const directory of directories) {
    const request = { files: [findFile(workspace.root, directory)] };
    for (const tool of tools) {
      const { resolution } = await workspace.seeAs(tool, request);
      const applied = resolution.applied.map(({ rule: { origin }, content }) => ({ path: origin.path ?? "", text: content }));
      const offered = resolution.skipped.flatMap(({ rule: { origin, name, description, inclusion }, reason }) => {
        const isOffered = reason.kind === "notRequested" && inclusion === "agentRequested" && isWithin(directory, origin.base);
        return isOffered ? [{ path: origin.path ?? "", text: `${name}: ${description.replaceAll("\n", " ")}` }] : [];
      });
      const isOneOfName = findSkillHost(tool as DialectId)?.oneOfName === true;
      const skills = isOneOfName ? [...new Map(offered.map((skill) => [skill.text, skill])).values()] : offered;
      views.push({ tool, directory, texts: [...applied, ...skills] });
    }
  }
  return views;
}

function isWithin(directory: string, base = ""): boolean {
  return base === "" || directory === base || directory.startsWith(`${base}/`);
}

/** Returns a file in a directory for which a tool can be asked. It does not have to exist. */
export function findFile(root: string, directory: string): string {
  const entries = readdirSync(join(root, directory), { withFileTypes: true });
  const file = entries.find((entry) => entry.isFile() && !/\.md$|^\./.test(entry.name))?.name ?? "file.txt";
  return directory === "" ? file : `${directory}/${file}`;
}
