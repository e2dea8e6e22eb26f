import {
  createRule,
  PreceptError,
  type Rule,
  type RuleFilter,
  type RuleStatus,
  type RuleStore,
  type SearchQuery,
  type SearchResult,
} from "@precept/core";
import * as fc from "fast-check";
import { expect } from "vitest";
import { searchByModel } from "./search-by-model.ts";

/** What a check gets: an empty store, and how many random searches to try. */
interface SearchSubject {
  readonly store: RuleStore;
  readonly runs: number;
}

type SearchCheck = (subject: SearchSubject) => Promise<void>;

/** The behaviours of a search by words. */
export const searchRequirements = {
  "search/fields": "a word in the name of a rule counts more than one in its content",
  "search/languages": "words are found in every script",
  "search/spelling": "a misspelled word finds the nearest one",
  "search/current": "the current text of a rule is found, and no deleted rule",
  "search/owners": "a tenant finds its own rules and shared ones, however similar other owners are called",
  "search/corrections-of-tenant": "spelling is corrected only to words of rules that the tenant sees",
  "search/model": "the hits and scores are those of a search in memory, for each owner and filter, after any writes",
  "search/pages": "pages are together one large page",
  "search/invalid-page": "an invalid limit or cursor is rejected",
} as const;

/** For each behaviour, a check that throws if the store does not have it. */
export const searchChecks: Readonly<Record<keyof typeof searchRequirements, SearchCheck>> = {
  async "search/fields"({ store }) {
    await save(store, rule("content", "Write migrations for the database."), rule("other", "Use gofmt."), {
      ...rule("name", "b"),
      name: "Database migrations",
    });
    expect(await idsFound(store, { text: "database migration" })).toEqual(["name", "content"]);
  },
  async "search/languages"({ store }) {
    await save(store, ...languages.map(([content], at) => rule(`language-${at}`, content)));
    for (const [at, [, text]] of languages.entries()) expect(await idsFound(store, { text })).toEqual([`language-${at}`]);
  },
  async "search/spelling"({ store }) {
    await save(store, rule("found", "Use the database."), rule("other", "Use gofmt."));
    for (const text of ["database", "databose", "dtabase", "datbaase", "databse"]) {
      expect(await idsFound(store, { text })).toEqual(["found"]);
    }
  },
  async "search/current"({ store }) {
    const { revision } = await store.save(rule("a", "first"));
    await store.save(rule("a", "second"), { revision });
    expect(await idsFound(store, { text: "first" })).toEqual([]);
    expect(await idsFound(store, { text: "second" })).toEqual(["a"]);
    await store.delete("a");
    expect(await idsFound(store, { text: "second" })).toEqual([]);
  },
  async "search/owners"({ store }) {
    await save(
      store,
      rule("shared", "database"),
      ...owners.map((id, at) => ({ ...rule(`rule-${at}`, "database"), projectId: id })),
    );
    for (const [at, projectId] of owners.entries()) {
      const search = (filter: RuleFilter) => idsFound(store, { text: "database", filter });
      expect((await search({ tenant: { projectId } })).toSorted()).toEqual([`rule-${at}`, "shared"].toSorted());
      expect(await search({ owner: { projectId } })).toEqual([`rule-${at}`]);
    }
    expect(await idsFound(store, { text: "database", filter: { tenant: {} } })).toEqual(["shared"]);
  },
  async "search/corrections-of-tenant"({ store }) {
    await save(store, { ...rule("other", "database"), projectId: "other" }, { ...rule("own", "databaxxe"), projectId: "own" });
    expect(await idsFound(store, { text: "databaze", filter: { tenant: { projectId: "own" } } })).toEqual(["own"]);
    expect(await idsFound(store, { text: "databaze" })).toEqual(["other"]);
  },
  async "search/model"({ store, runs }) {
    const sequences = fc.tuple(
      fc.array(anyWrite, { minLength: 1, maxLength: 12 }),
      fc.array(anyQuery, { minLength: 1, maxLength: 3 }),
    );
    await fc.assert(
      fc.asyncProperty(sequences, async ([writes, queries]) => {
        for (const write of writes) await perform(store, write);
        for (const query of queries) expect(found(await store.search(query))).toEqual(found(await searchByModel(store, query)));
      }),
      { numRuns: runs },
    );
  },
  async "search/pages"({ store }) {
    const words = ["alpha", "beta", "gamma", "delta"];
    const contents = Array.from({ length: 40 }, (_, at) => words.filter((__, bit) => ((at >> bit) & 1) === 1).join(" "));
    await save(store, ...contents.map((content, at) => rule(`r${at}`, content)));
    const query: SearchQuery = { text: "alpha gamma", mode: "sparse" };
    const all = await store.search({ ...query, limit: 100 });
    const pages = [await store.search({ ...query, limit: 7 })];
    for (let { cursor } = pages[0] ?? {}; cursor !== undefined; cursor = pages.at(-1)?.cursor) {
      pages.push(await store.search({ ...query, limit: 7, cursor }));
    }
    expect(pages.flatMap(({ hits }) => hits)).toEqual(all.hits);
    expect(pages.map(({ total }) => total)).toEqual(pages.map(() => all.hits.length));
  },
  async "search/invalid-page"({ store }) {
    await expect(store.search({ text: "a", limit: 0 })).rejects.toMatchObject({ code: "OPTION_VALUE_INVALID" });
    await expect(store.search({ text: "a", cursor: "x" })).rejects.toMatchObject({ code: "OPTION_VALUE_INVALID" });
  },
};

/** A text of a script, and a word of it. */
const languages = [
  ["नमस्ते दुनिया", "दुनिया"],
  ["استخدم قاعدة البيانات", "قاعدة"],
  ["השתמש במסד נתונים", "נתונים"],
  ["使用数据库迁移", "数据库"],
  ["データベースを使う", "データベース"],
  ["데이터베이스를 사용", "데이터"],
  ["ใช้ฐานข้อมูล", "ฐานข้อมูล"],
  ["Используйте базу данных", "базу"],
  ["Χρησιμοποιήστε βάση", "ΒΑΣΗ"],
  ["𞤀𞤣𞤤𞤢𞤥 𞤆𞤵𞤤𞤢𞤪", "𞤆𞤵𞤤𞤢𞤪"],
  ["Résumé naïve", "resume"],
  ["call parseHTTPRequest2 in C++", "http c++"],
] as const;

const owners = [
  "p1",
  "p10",
  "P1",
  "p",
  "p%",
  "p 1",
  "p_1",
  "é",
  "e\u0301",
  "",
  "none",
  '"',
  "' OR 1=1",
  "NULL",
  "p1 ",
  "long ".repeat(200),
];

const anyText = fc
  .array(fc.constantFrom("alpha", "beta", "gamma", "the", "delta", "alpah"), { maxLength: 4 })
  .map((words) => words.join(" "));
const anyId = fc.constantFrom("a", "A", "b", "c", "a%", "p1");
/** Often the same ones, so that tenants have several rules. */
const anyOwner = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom(undefined, "p1") },
  { weight: 1, arbitrary: fc.constantFrom("p10", "P1", "p%", "p 1", "é", "e\u0301", "") },
);

const anyRule: fc.Arbitrary<Rule> = fc
  .record({
    id: anyId,
    name: anyText.map((name) => `n ${name}`),
    content: anyText,
    tags: fc.subarray(["t1", "t2"]),
    projectId: anyOwner,
    userId: anyOwner,
    scope: fc.constantFrom("global", "project", "user"),
    enabled: fc.constantFrom(true, true, false),
    pending: fc.constantFrom(false, false, true),
    category: fc.constantFrom("preference", "behavior", undefined),
    authority: fc.constantFrom("absolute", "default"),
    contexts: fc.subarray(["x", "y"]),
    targets: fc.subarray(["claude", "cursor"]),
    replaces: fc.constantFrom([], [], ["a"], ["c"]),
  })
  .map((input) => createRule(input));

type Write = Rule | { readonly deleted: string };

const anyWrite: fc.Arbitrary<Write> = fc.oneof(
  { weight: 4, arbitrary: anyRule },
  { weight: 1, arbitrary: anyId.map((deleted) => ({ deleted })) },
);

const anyTenant = fc.record({ projectId: anyOwner, userId: anyOwner });
const anyKnownOwner = anyOwner.filter((id) => id !== undefined);

const anyOwnerFilter: fc.Arbitrary<RuleFilter> = fc.oneof(
  fc.record({ tenant: anyTenant }),
  fc.record({ owner: anyTenant }),
  fc.record({ projectId: anyKnownOwner }),
  fc.record({ userId: anyKnownOwner }),
  fc.constant({}),
);

const anyOtherFilter: fc.Arbitrary<RuleFilter> = fc.oneof(
  fc.constant({}),
  fc.record({ scope: fc.constantFrom("project", "user") }),
  fc.record({ status: fc.subarray<RuleStatus>(["active", "superseded", "disabled", "pending"]) }),
  fc.record({ tags: fc.subarray(["t1", "t2"]) }),
  fc.record({ category: fc.constantFrom("preference", "behavior") }),
  fc.record({ authority: fc.constantFrom("absolute", "default") }),
  fc.record({ context: fc.constantFrom("x", "z") }),
  fc.record({ target: fc.constantFrom("claude", "z") }),
  fc.record({ enabled: fc.boolean() }),
);

/** Few fields, so that rules pass. */
const anyFilter: fc.Arbitrary<RuleFilter> = fc
  .tuple(anyOwnerFilter, anyOwnerFilter, anyOtherFilter)
  .map(([first, second, other]) => ({ ...first, ...second, ...other }));

const anyQuery: fc.Arbitrary<SearchQuery> = fc.record({
  text: anyText,
  mode: fc.constant("sparse"),
  filter: anyFilter,
  limit: fc.constant(20),
});

/** Writes, and ignores that a rule would supersede itself. */
async function perform(store: RuleStore, write: Write): Promise<void> {
  try {
    if ("deleted" in write) await store.delete(write.deleted);
    else await store.save(write, { upsert: true });
  } catch (error) {
    if (!PreceptError.is(error, "RULE_INVALID")) throw error;
  }
}

function rule(id: string, content: string): Rule {
  return createRule({ id, name: id, content });
}

async function save(store: RuleStore, ...rules: readonly Rule[]): Promise<void> {
  await store.apply(rules.map((one) => ({ kind: "save", rule: one })));
}

async function idsFound(store: RuleStore, query: SearchQuery): Promise<readonly string[]> {
  const { hits } = await store.search({ ...query, mode: "sparse" });
  return hits.map(({ stored }) => stored.rule.id);
}

/** Rounds the scores, so that they do not depend on the order of additions. */
function found({ hits, ...rest }: SearchResult) {
  return { ...rest, hits: hits.map(({ stored, scores }) => ({ id: stored.rule.id, sparse: scores.sparse?.toFixed(5) })) };
}
