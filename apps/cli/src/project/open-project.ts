import { join } from "node:path";
import { createRulebook, type ReferenceReader, type Rulebook, type RulebookOptions } from "@precept/core";
import { anyDialect, findLocation, precept, ruleLocations } from "@precept/mdc-compat";
import { createFsStore, createReferenceReader, findRoots, type FsRoot } from "@precept/store-fs";
import type { Settings } from "./settings.ts";

/** The rules of a project, ready to answer. */
export interface Project extends AsyncDisposable {
  readonly rulebook: Rulebook;
  readonly roots: readonly FsRoot[];
  readonly references: ReferenceReader;
}

export async function openProject(
  settings: Settings,
  options: Omit<RulebookOptions, "stores" | "root" | "references"> = {},
): Promise<Project> {
  const roots = await rootsOf(settings);
  const store = createFsStore({ roots, projectDir: settings.root });
  const references = createReferenceReader({ projectDir: settings.root });
  const rulebook = createRulebook({ ...options, stores: [store], root: settings.root, references });
  return {
    rulebook,
    roots,
    references,
    async [Symbol.asyncDispose]() {
      await rulebook[Symbol.asyncDispose]();
      await store[Symbol.asyncDispose]();
    },
  };
}

async function rootsOf({ root, home, user, rulesDirs, defaultRules }: Settings): Promise<FsRoot[]> {
  const named = rulesDirs.map((dir): FsRoot => ({ dir, codec: findLocation(dir)?.codec ?? anyDialect }));
  if (!defaultRules) return named;
  return [
    ...(await findRoots(root, ruleLocations)),
    { dir: join(root, ".precept/local/rules"), codec: precept, overlay: true, optional: true },
    ...named,
    ...(user === undefined ? [] : [personalRoot(join(home, "users", user, "rules"), "user")]),
    personalRoot(join(home, "rules"), "global"),
  ];
}

function personalRoot(dir: string, scope: "user" | "global"): FsRoot {
  return { dir, scope, codec: precept, optional: true };
}
