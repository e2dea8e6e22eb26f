import * as fc from "fast-check";
import { expect, it } from "vitest";
import { anyText } from "../../test/arbitraries.ts";
import { buildRule } from "../../test/rules.ts";
import { collectWords } from "./collect-words.ts";
import { countRuleTerms } from "./rule-terms.ts";
import { planSparseQuery } from "./sparse-query.ts";
import { SparseIndex } from "./sparse-index.ts";
import { StoredWords } from "./stored-words.ts";

const words = ["money", "integer", "cart", "checkout", "café", "決済", "getUserById", "a-b", "money money", "migration"];
const contents = fc.array(
  fc.oneof(
    fc.array(fc.constantFrom(...words), { maxLength: 8 }).map((list) => list.join(" ")),
    anyText,
  ),
  {
    maxLength: 30,
  },
);
const queries = fc.oneof(
  fc.array(fc.constantFrom(...words, "migratoin", "chekout", "user"), { maxLength: 5 }).map((list) => list.join(" ")),
  anyText,
);

it("finds the same with stored words as with the index that they are of", () => {
  fc.assert(
    fc.property(contents, fc.array(queries, { minLength: 1, maxLength: 4 }), (texts, asked) => {
      const rules = texts.map((content, number) => buildRule({ id: `rule-${number % 20}`, name: `rule-${number}`, content }));
      const index = new SparseIndex();
      // Some replace others, so that the index has deleted documents.
      for (const rule of rules) index.set(rule.id, countRuleTerms(rule));
      const stored = new StoredWords(index.toData());
      expect([stored.size, stored.totalLength]).toEqual([index.size, index.totalLength]);
      for (const text of asked) {
        const query = planSparseQuery(text, index.corpus);
        expect(planSparseQuery(text, stored.corpus)).toEqual(query);
        const average = index.totalLength / index.size;
        expect(stored.searchPlanned(query, average)).toEqual(index.searchPlanned(query, average));
        const isEven = (id: string): boolean => Number(id.slice("rule-".length)) % 2 === 0;
        expect(stored.searchPlanned(query, average, isEven)).toEqual(index.searchPlanned(query, average, isEven));
      }
    }),
  );
});

it("numbers more documents than one byte counts", () => {
  const rules = Array.from({ length: 600 }, (_, number) =>
    buildRule({ id: String(number), name: "a", content: number % 300 === 299 ? "rare" : "" }),
  );
  const stored = new StoredWords(collectWords(rules));
  const query = planSparseQuery("rare", stored.corpus);
  const { candidates } = stored.searchPlanned(query, stored.totalLength / stored.size);
  expect(candidates.map(({ id }) => id)).toEqual(["299", "599"]);
});
