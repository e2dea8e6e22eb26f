import { createMemoryStore, type Rule, type RuleStore, type RuleWrite } from "@precept/core";
import { openDoor } from "./door.ts";
import { wrapStore } from "./wrap-store.ts";

/** A store that gives new rules ids of its own, as one does that names them by the file it keeps them in. */
export function createNamingStore(): RuleStore {
  const store = openDoor(createMemoryStore());
  let named = 0;
  // Not in the order in which they come, nor in that of the names.
  const nameFor = (): string => `${["m", "c", "x", "H"][named % 4]}/${(named += 1)}.md`;
  const known = new Set<string>();
  const placed = (rule: Rule): Rule => {
    const id = known.has(rule.id) ? rule.id : nameFor();
    known.add(id);
    return { ...rule, id };
  };
  const written = (write: RuleWrite): RuleWrite =>
    write.kind === "save" && write.revision === undefined ? { ...write, rule: placed(write.rule) } : write;
  return wrapStore(store, {
    save: async (rule, options = {}) => store.save(options.revision === undefined ? placed(rule) : rule, options),
    apply: async (writes, options) => store.apply(writes.map(written), options),
  });
}
