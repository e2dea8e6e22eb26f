import { expect } from "vitest";
import type { ChecksOf } from "../check.ts";
import { change, saveRule } from "../subject/save.ts";

export const getChecks: ChecksOf<"get"> = {
  async "get/missing"({ store }) {
    const unknown = ["project:style", "", "../style", "😀"];
    for (const id of unknown) expect(await store.get(id)).toBeUndefined();
    expect(await store.getMany(unknown)).toEqual(new Map());
  },

  async "get/many"(subject) {
    const { store } = subject;
    const one = await change(subject, await saveRule(subject, { name: "one" }), { priority: 7 });
    const two = await saveRule(subject, { name: "two" });
    const gone = await saveRule(subject, { name: "gone" });
    await store.delete(gone.rule.id);
    expect(await store.getMany([])).toEqual(new Map());
    const ids = [two.rule.id, "never-was", gone.rule.id, one.rule.id, two.rule.id, two.rule.id.toUpperCase()];
    expect(await store.getMany(ids)).toEqual(
      new Map([
        [two.rule.id, two],
        [one.rule.id, one],
      ]),
    );
  },
};
