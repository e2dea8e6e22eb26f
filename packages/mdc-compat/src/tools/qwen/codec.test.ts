import { describe, expect, it } from "vitest";
import type { qwenDiagnostics } from "./diagnostics.ts";
import { codecOf, editWith, readWith, reportWith, writeWith } from "../../../test/with-codec.ts";
import { qwen } from "./codec.ts";
import { ruleFiles } from "./rule-files.ts";

const qwenMemory = codecOf(ruleFiles, "qwen-memory");

describe("a rule of Qwen Code", () => {
  it("applies by file if it has `paths`, else always", () => {
    const text = "\uFEFF---\r\ndescription: Style\r\npaths:\r\n  - src/**\r\n  - '*.ts'\r\n---\r\n\r\nText.\r\n";
    expect(readWith(qwen, text)).toEqual({
      inclusion: "fileMatch",
      description: "Style",
      globs: ["src/**", "/*.ts"],
      content: "Text.\r\n",
    });
    expect(readWith(qwen, "Text.\n")).toEqual({ inclusion: "always", content: "Text.\n" });
    expect(readWith(qwen, "---\npaths: []\n---\n").inclusion).toBe("always");
  });

  it("has one pattern if `paths` is a string, even with commas", () => {
    expect(readWith(qwen, '---\npaths: "a/**, b/**"\n---\n').globs).toEqual(["a/**, b/**"]);
  });

  it("has empty front matter as text", () => {
    expect(readWith(qwen, "---\n---\nText.\n").content).toBe("---\n---\nText.\n");
  });

  it("is written with a list, and keeps other keys", () => {
    expect(writeWith(qwen, { inclusion: "fileMatch", globs: ["*.ts"], content: "Text.\n" })).toBe(
      '---\npaths: ["**/*.ts"]\n---\n\nText.\n',
    );
    expect(editWith(qwen, '---\nowner: web\npaths: "a/**"\n---\n\nText.\n', { inclusion: "always", globs: [] })).toBe(
      "---\nowner: web\n---\n\nText.\n",
    );
  });
});

it("QWEN.md is plain text in which `@path` is an import", () => {
  const text = "# Shop\n\n@./docs/carts.md\n";
  expect(readWith(qwenMemory, text, "QWEN.md")).toEqual({ inclusion: "always", content: text });
  expect(writeWith(qwenMemory, { content: "Put @Override on.\n" })).toBe("Put `@Override` on.\n");
});

/** For each code, a file that has the diagnostic. */
const examples = {
  "qwen/unseen-front-matter": "---\npaths: [a]\n...\n",
  "qwen/unreadable": "---\npaths: **/*.ts\n---\n",
  "qwen/comma-paths": '---\npaths: "a, b"\n---\n',
} satisfies Record<keyof typeof qwenDiagnostics, string>;

it.each(Object.entries(examples))("reports %s", (code, text) => {
  expect(reportWith(qwen, text).some((one) => one.startsWith(`${code} `))).toBe(true);
});
