import { expect, it } from "vitest";
import { readWith, writeWith } from "../../../test/with-codec.ts";
import { goose } from "../../lookup/plain-codecs.ts";

it(".goosehints is plain text in which `@path` at the start of a line or after a space is an import", () => {
  const text = "\uFEFFRead @docs/a.md\r\n";
  expect(readWith(goose, text, ".goosehints")).toEqual({ inclusion: "always", content: "Read @docs/a.md\r\n" });
  expect(goose.imports).toBe(true);
});

it("words that could be imports are put in backticks, and absolute paths are not", () => {
  expect(writeWith(goose, { content: "@Injectable and (@x) mail a@b.c, @/etc/hosts, `@y`\n" })).toBe(
    "`@Injectable` and (@x) mail a@b.c, @/etc/hosts, `@y`\n",
  );
});
