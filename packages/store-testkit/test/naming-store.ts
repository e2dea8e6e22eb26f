import { createMemoryStore, writeEach, type Rule, type RuleStore, type RuleWrite } from "@precept/core";
import { copyOf } from "../src/subject/read.ts";
import { openConnection } from "./connection.ts";
import { wrapStore } from "./wrap-store.ts";

/** Creates a store that assigns ids to new rules, as a file store does with paths. */
export function createNamingStore(): RuleStore {
  const store = openConnection(createMemoryStore({ epoch: crypto.randomUUID() }));
  let named = 0;
  // The order of ids differs from the order of creation and of names.
  const nameFor = (): string => `${["m", "c", "x", "H"][named % 4]}/${(named += 1)}.md`;
  const known = new Set<string>();
  const withId = (rule: Rule): Rule => {
    const id = known.has(rule.id) ? rule.id : nameFor();
    known.add(id);
    return { ...rule, id };
  };
  const written = (write: RuleWrite): RuleWrite =>
    write.kind === "save" && write.revision === undefined ? { ...write, rule: withId(write.rule) } : write;
  const naming: RuleStore = wrapStore(store, {
    save: async (rule, options = {}) => store.save(options.revision === undefined ? withId(rule) : rule, options),
    apply: async (writes, options) => store.apply(writes.map(written), options),
    async writeMany(writes, options) {
      const copies = copyOf(writes);
      // Rejects if the store is closed.
      await store.etag(options);
      return writeEach(naming, copies, options);
    },
  });
  return naming;
}
