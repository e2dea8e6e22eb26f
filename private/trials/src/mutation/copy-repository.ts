import { execFileSync } from "node:child_process";
import { chmodSync, cpSync, existsSync, mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { root } from "../root.ts";

/** A copy of the repository, in which sources may be changed. */
export interface RepositoryCopy {
  readonly dir: string;
  /** A directory for the temporary files of tests. */
  readonly temporary: string;
  /** All files, relative to the directory. */
  readonly files: readonly string[];
  /** The product's source files. */
  readonly sources: readonly string[];
  readonly remove: () => void;
}

/** Copies all files that git does not ignore, as they are on disk. Packages refer to the copies of each other, and to the installed dependencies of the repository. */
export function copyRepository(): RepositoryCopy {
  const temporary = realpathSync(mkdtempSync(join(tmpdir(), "precept-mutants-")));
  // Tests that run as another user read the programs in it.
  chmodSync(temporary, 0o711);
  const dir = join(temporary, "repository");
  const args = ["ls-files", "-z", "--cached", "--others", "--exclude-standard"];
  const listed = execFileSync("git", args, { cwd: root, encoding: "utf8" }).split("\0");
  const files = listed.filter((path) => path !== "" && existsSync(join(root, path)));
  for (const path of files) {
    mkdirSync(dirname(join(dir, path)), { recursive: true });
    cpSync(join(root, path), join(dir, path), { verbatimSymlinks: true });
  }
  symlinkSync(join(root, "node_modules"), join(dir, "node_modules"));
  for (const path of files.filter((one) => one.endsWith("/package.json"))) {
    const modules = join(dirname(path), "node_modules");
    // Only links, relative to the package.
    if (existsSync(join(root, modules)))
      cpSync(join(root, modules), join(dir, modules), { recursive: true, verbatimSymlinks: true });
  }
  const sources = files.filter(
    (path) =>
      /^(?:packages|apps)\/[^/]+\/src\/.*\.ts$/.test(path) && !/\/(?:gen|test)\/|\.(?:test|bench|example|d)\.ts$/.test(path),
  );
  return { dir, temporary, files, sources, remove: () => rmSync(temporary, { recursive: true, force: true }) };
}
