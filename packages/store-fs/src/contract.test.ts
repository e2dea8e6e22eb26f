import { precept } from "@precept/mdc-compat";
import { describeRuleStore, sameContent } from "@precept/store-testkit";
import { createFsStore } from "./store.ts";
import { bySize, createProject } from "@precept/testing";

const capabilities = {
  write: true,
  search: false,
  history: false,
  usage: false,
  transactions: false,
  positions: false,
  orderedIds: true,
  ruleCursors: true,
  cycleChecks: false,
};

async function openIn(dir?: string) {
  const projectDir = dir ?? (await createProject({})).dir;
  const scopes = ["project", "user", "global", "session"] as const;
  const roots = scopes.map((scope) => ({ dir: `rules/${scope}`, scope, codec: precept, optional: true }));
  return { projectDir, store: createFsStore({ projectDir, roots }) };
}

/** The directory of a store's files. */
const dirs = new WeakMap<object, string>();

describeRuleStore("files", {
  capabilities,
  async open() {
    const { store, projectDir } = await openIn();
    dirs.set(store, projectDir);
    return store;
  },
  async reopen(store) {
    await store[Symbol.asyncDispose]();
    const again = await openIn(dirs.get(store));
    dirs.set(again.store, again.projectDir);
    return again.store;
  },
  async peer(store) {
    return (await openIn(dirs.get(store))).store;
  },
  // A file with a NUL character is not a text file.
  accepts: (rule) => !JSON.stringify(rule).includes("\\u0000"),
  // A native file needs a description. The beginning of the text, or the name, replaces a missing one.
  sameRule: (saved, stored) =>
    sameContent(saved.description.trim() === "" ? { ...saved, description: stored.description } : saved, stored),
  knownGaps: ["save/same-again" as const, "save/revision-never-returns" as const].map((requirement) => ({
    requirement,
    reason: "a revision is the hash of the file's bytes: the same bytes are the same revision, whichever process wrote them",
  })),
  model: { runs: bySize({ sample: 10, full: 200 }), maxCalls: 12 },
});
