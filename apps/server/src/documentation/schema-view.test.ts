import { describe, expect, it } from "vitest";
import { curlExample } from "./curl-example.ts";
import { fieldTable, meaningOf, prose, typeOf } from "./schema-view.ts";

const flat = async (view: ReturnType<typeof typeOf> | undefined) =>
  String(await view)
    .replace(/\s+/g, " ")
    .trim();

describe("a type", () => {
  it.each([
    [{ type: "string" }, "string"],
    [{ type: ["string", "null"] }, "string or null"],
    [{}, "any"],
    [{ enum: ["a", 1] }, '<code>"a"</code>, <code>1</code>'],
    [{ const: true }, "<code>true</code>"],
    [{ anyOf: [{ type: "string" }, { type: "null" }] }, "string or null"],
    [{ oneOf: [{ type: "string" }] }, "string"],
    [{ allOf: [{ type: "a" }, { type: "b" }] }, "a and b"],
    [{ type: "array", items: { type: "string" } }, "list of strings"],
    [{ items: { enum: ["a"], type: "string" } }, 'list of <code>"a"</code>'],
    [{ items: { items: { type: "string" }, type: "array" } }, "list of list of strings"],
    [{ items: { type: ["a", "b"] } }, "list of a or b"],
    [{ $ref: "#/components/schemas/Rule" }, '<a href="#schema-Rule">Rule</a>'],
  ])("%j", async (schema, text) => {
    expect((await flat(typeOf(schema as never))).replaceAll("&quot;", '"')).toBe(text);
  });
});

describe("the meaning of a field", () => {
  it.each([
    [{ description: "A `b`." }, "A <code>b</code>."],
    [{ minimum: 1 }, "At least 1."],
    [{ minimum: 1, maximum: 5 }, "At least 1, at most 5."],
    [{ maximum: 5, default: 2 }, "At most 5. Default <code>2</code>."],
    [{ minimum: Number.MIN_SAFE_INTEGER, maximum: Number.MAX_SAFE_INTEGER }, ""],
    [
      { minimum: Number.MIN_SAFE_INTEGER + 1, maximum: Number.MAX_SAFE_INTEGER - 1 },
      `At least ${Number.MIN_SAFE_INTEGER + 1}, at most ${Number.MAX_SAFE_INTEGER - 1}.`,
    ],
    [{ default: false }, "Default <code>false</code>."],
  ])("%j", async (schema, text) => expect(await flat(meaningOf(schema as never))).toBe(text));

  it("has code in backticks", async () => expect(await flat(prose("`a` b `c`"))).toBe("<code>a</code> b <code>c</code>"));
});

describe("the fields of an object", () => {
  const fieldsOf = async (schema: object) =>
    [...(await flat(fieldTable(schema as never))).matchAll(/<td><code>([^<]+)<\/code>( <span)?/g)].map(
      ([, name, mark]) => `${name}${mark ? "!" : ""}`,
    );
  const nested = (depth: number): object =>
    depth === 0 ? { type: "string" } : { type: "object", properties: { [`d${depth}`]: nested(depth - 1) } };

  it("are listed, also of nested objects, with what is required", async () => {
    const schema = {
      properties: {
        a: { type: "string" },
        b: { items: { properties: { c: {} }, required: ["c"] } },
        d: { anyOf: [{}, { properties: { e: {} } }] },
        f: { $ref: "x", properties: { g: {} } },
      },
      required: ["a"],
    };
    expect(await fieldsOf(schema)).toEqual(["a!", "b", "b[].c!", "d", "d.e", "f"]);
    expect(fieldTable({ type: "string" })).toBeUndefined();
  });

  it("are listed five levels deep", async () => {
    expect(await fieldsOf(nested(6))).toEqual(["d6", "d6.d5", "d6.d5.d4", "d6.d5.d4.d3", "d6.d5.d4.d3.d2"]);
  });
});

describe("an example of a request", () => {
  const ok = { "200": { content: { "application/json": {} } } };
  const example = (method: string, more: object = {}, schema?: object, schemas: object = {}) => {
    const body = schema === undefined ? {} : { requestBody: { content: { "application/json": { schema } } } };
    return curlExample(
      method,
      "/rules/{id}",
      { responses: ok, ...body, ...more } as never,
      { components: { schemas } } as never,
    ).split(" \\\n  ");
  };
  it.each([
    ["get", {}, undefined, ['curl "$PRECEPT_URL/rules/ID"']],
    ["delete", {}, undefined, ['curl --request DELETE "$PRECEPT_URL/rules/ID"']],
    ["post", {}, undefined, ['curl --request POST "$PRECEPT_URL/rules/ID"']],
    [
      "get",
      { security: [{ token: [] }] },
      undefined,
      ['curl "$PRECEPT_URL/rules/ID"', '--header "Authorization: Bearer $PRECEPT_TOKEN"'],
    ],
    ["get", { security: [{ token: [] }, {}] }, undefined, ['curl "$PRECEPT_URL/rules/ID"']],
    [
      "get",
      {
        parameters: [
          { in: "query", name: "q", required: true },
          { in: "query", name: "r", required: true },
          { in: "query", name: "s" },
          { in: "path", name: "id", required: true },
        ],
      },
      undefined,
      ['curl "$PRECEPT_URL/rules/ID?q=Q&r=R"'],
    ],
    [
      "get",
      { responses: { "200": { content: { "text/event-stream": {} } } } },
      undefined,
      ['curl --no-buffer "$PRECEPT_URL/rules/ID"'],
    ],
    [
      "put",
      {},
      { const: "it's" },
      ['curl --request PUT "$PRECEPT_URL/rules/ID"', "--header 'Content-Type: application/json'", "--data '\"it'\\''s\"'"],
    ],
  ])("%s %j %j", (method, more, schema, lines) => expect(example(method, more, schema)).toEqual(lines));

  const deep = (depth: number): object => (depth === 0 ? { type: "string" } : { anyOf: [deep(depth - 1)] });
  it.each([
    [{ type: "object", properties: { a: { type: "string" }, b: { type: "integer" } }, required: ["a", "b"] }, '{"a":"…","b":1}'],
    [{ type: "object", properties: { n: { type: "integer" }, a: { type: "string" }, b: { type: "string" } } }, '{"a":"…"}'],
    [{ type: "integer", minimum: 5 }, "5"],
    [{ type: "integer", minimum: 0 }, "1"],
    [{ type: "number", default: 7 }, "7"],
    [{ enum: ["x", "y"] }, '"x"'],
    [{ type: "array" }, "[]"],
    [{ type: ["boolean", "null"] }, "true"],
    [{}, "null"],
    [{ oneOf: [{ const: 1 }, { const: 2 }] }, "1"],
    [{ $ref: "#/components/schemas/Named" }, '"named"'],
    [deep(6), '"…"'],
    [deep(7), "null"],
  ])("has the body of %j", (schema, body) => {
    expect(example("post", {}, schema, { Named: { const: "named" } }).at(-1)).toBe(`--data '${body}'`);
  });
});
