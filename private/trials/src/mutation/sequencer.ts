import { readFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { BaseSequencer, type TestSpecification } from "vitest/node";

/** The mutated file, relative to the root. */
const { PRECEPT_MUTATED_FILE: mutated = "" } = process.env;

/** Runs the tests first that most likely notice the change: those that import the changed file, then those in its directory, each the shortest first. */
export class NearestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const ranked = files.map((file) => ({ file, ...this.#rank(file.moduleId) }));
    return ranked.toSorted((a, b) => a.distance - b.distance || a.length - b.length).map(({ file }) => file);
  }

  #rank(path: string): { readonly distance: number; readonly length: number } {
    const text = readFileSync(path, "utf8");
    const isNear = dirname(path) === join(this.ctx.config.root, dirname(mutated));
    const doesImport = text.includes(`/${basename(mutated)}"`);
    return { distance: isNear && doesImport ? 0 : isNear || doesImport ? 1 : 2, length: text.length };
  }
}
