import { isStorable } from "@precept/core";
import { anyCodePoint } from "@precept/testing";
import * as fc from "fast-check";
import postgres from "postgres";
import { expect, it, onTestFinished } from "vitest";
import { url } from "../test/open.ts";
import { toArrayText } from "./array-text.ts";

it.skipIf(url === undefined)("PostgreSQL reads the text of an array as its items", async () => {
  const sql = postgres(url ?? "", { max: 1, onnotice: () => undefined });
  onTestFinished(() => sql.end());
  const item = fc.oneof(
    fc.constantFrom(null, "", "NULL", "{}", 'a"b', "a\\b", "a,b", " ", "\n"),
    fc.string({ unit: anyCodePoint }).filter(isStorable),
  );
  await fc.assert(
    fc.asyncProperty(fc.array(item, { maxLength: 8 }), async (items) => {
      const [row] = await sql.unsafe("SELECT to_jsonb($1::text::text[])::text AS read", [toArrayText(items)]);
      expect(JSON.parse(String(row?.["read"]))).toEqual(items);
    }),
  );
});
