import { forOnePass, listDirectory, openRoot } from "@precept/files";
import { runGit, splitNul } from "./run-git.ts";

/** Directories that no rule is about: what others made, and what tools keep. */
const passedOver = new Set([
  "node_modules",
  ".git",
  ".hg",
  ".svn",
  ".jj",
  ".venv",
  "__pycache__",
  "vendor",
  "target",
  "dist",
  "build",
]);

const maxDepth = 32;
const maxFiles = 200_000;

/**
 * The files of a project, relative to it, with `/` between segments: those that git knows or would take, or where there is no git all but those in
 * directories that others made.
 *
 * @returns undefined where there are too many to look at.
 */
export async function listProjectFiles(root: string): Promise<readonly string[] | undefined> {
  return (await listByGit(root)) ?? (await walk(root));
}

async function listByGit(root: string): Promise<readonly string[] | undefined> {
  const { isFine, bytes } = await runGit(root, ["ls-files", "-z", "--cached", "--others", "--exclude-standard"]);
  // A file that is in conflict is named once a side.
  const files = [...new Set(splitNul(bytes))];
  // An empty listing is of a repository that ignores the project, or of none.
  return isFine && files.length > 0 ? files : undefined;
}

async function walk(dir: string): Promise<readonly string[] | undefined> {
  const root = forOnePass(openRoot(dir));
  const files: string[] = [];
  const read = async (path: string, depth: number): Promise<void> => {
    if (depth > maxDepth || files.length > maxFiles) return;
    const entries = await listDirectory(root, path).catch(() => []);
    for (const entry of entries) {
      const inside = path === "" ? entry.name : `${path}/${entry.name}`;
      if (!entry.isDirectory()) files.push(inside);
      else if (!passedOver.has(entry.name)) await read(inside, depth + 1);
    }
  };
  await read("", 0);
  return files.length > maxFiles ? undefined : files;
}
