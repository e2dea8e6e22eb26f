import { join } from "node:path";
import { makeDirectory, openRoot, randomId, type Root } from "@precept/files";
import type { Workspace } from "@precept/workspace";
import { toolOf } from "../agents/tool-of.ts";
import type { EvalCase } from "../model/eval-case.ts";
import type { Arm } from "../schedule/arms.ts";
import { evalsDir } from "../paths.ts";
import { copyStart } from "./copy-project.ts";
import { writeRuleFiles } from "./rule-files.ts";
import { listTree, readTree, type Tree } from "./tree.ts";

/** The directory that all runs of a case and an arm start from. */
interface Template {
  readonly dir: string;
  readonly tree: Tree;
}

/** The templates of an eval, each created on first use. */
export interface Templates {
  /** The directory of all templates and runs, which only the user can read. */
  readonly root: Root;
  of(one: EvalCase, arm: Arm): Promise<Template>;
  /**
   * Creates the empty directory of a run, with a directory `project` for the copy. Returns its absolute path, which says nothing about the case or the arm:
   * the agent sees it.
   */
  createRunDirectory(): Promise<string>;
  /** Whether a file of a copy belongs to Precept. */
  isRuleFile(path: string): boolean;
}

/** @param listFiles lists the files of the project, relative to it. */
export function createTemplates(
  workspace: Workspace,
  root: Root,
  listFiles: (dir: string) => Promise<readonly string[]>,
): Templates {
  const known = new Map<string, Promise<Template>>();
  const create = async (one: EvalCase, arm: Arm): Promise<Template> => {
    const path = `templates/${one.name}/${arm}`;
    const dir = join(root.dir, path, "project");
    const home = join(root.dir, path, "home");
    for (const directory of ["project", "home"]) await makeDirectory(root, `${path}/${directory}`, { isPrivate: true });
    await copyStart(await startOf(workspace, one, listFiles), dir);
    await writeRuleFiles(workspace, dir, home, { arm, rules: one.rules, tool: toolOf(one.agent) });
    return { dir, tree: await readTree(dir) };
  };
  return {
    root,
    of(one, arm) {
      const key = `${one.name}/${arm}`;
      const found = known.get(key) ?? create(one, arm);
      known.set(key, found);
      return found;
    },
    async createRunDirectory() {
      const name = randomId();
      await makeDirectory(root, `${name}/project`, { isPrivate: true });
      return join(root.dir, name);
    },
    isRuleFile: (path) => path.startsWith(".precept/"),
  };
}

async function startOf(
  workspace: Workspace,
  { start }: EvalCase,
  listFiles: (dir: string) => Promise<readonly string[]>,
): Promise<Parameters<typeof copyStart>[0]> {
  const { folder, files: added } = start;
  if (folder === undefined) return { from: workspace.root, paths: await listFiles(workspace.root), added };
  const from = join(workspace.root, evalsDir, folder);
  return { from, paths: await listTree(openRoot(from)), added };
}
