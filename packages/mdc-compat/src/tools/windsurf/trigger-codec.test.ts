import type { Rule } from "@precept/core";
import { describe, expect, it } from "vitest";
import { editWith, readWith, writeWith } from "../../../test/with-codec.ts";
import { antigravity } from "../antigravity/codec.ts";
import { windsurf } from "./codec.ts";

const codecs = [
  ["windsurf", windsurf],
  ["antigravity", antigravity],
] as const;

const content = "# Carts\n";

const examples: readonly (readonly [text: string, fields: Partial<Rule>])[] = [
  ["---\ntrigger: always_on\n---\n\n# Carts\n", { inclusion: "always" }],
  ["---\ntrigger: glob\nglobs: **/*.ts,src/*.md\n---\n\n# Carts\n", { inclusion: "fileMatch", globs: ["**/*.ts", "src/*.md"] }],
  [
    "---\ntrigger: model_decision\ndescription: About carts\n---\n\n# Carts\n",
    { inclusion: "agentRequested", description: "About carts" },
  ],
  ["---\ntrigger: manual\ndescription: About carts\n---\n\n# Carts\n", { inclusion: "manual", description: "About carts" }],
];

describe.each(codecs)("rules of %s", (_, codec) => {
  it.each(examples)("are parsed from %j", (text, fields) => {
    expect(readWith(codec, text)).toEqual({ content, ...fields });
  });

  it.each(examples)("are printed as %j", (text, fields) => {
    expect(writeWith(codec, { content, ...fields })).toBe(text);
  });

  it("without a trigger apply according to their other keys, or are manual", () => {
    expect(readWith(codec, "---\nglobs: src/*.ts\ndescription: D\n---\n")).toMatchObject({ inclusion: "fileMatch" });
    expect(readWith(codec, "---\ntrigger:\nglobs: []\ndescription: D\n---\n")).toMatchObject({ inclusion: "agentRequested" });
    expect(readWith(codec, "---\ntrigger: null\n---\nText\n")).toEqual({ inclusion: "manual", content: "Text\n" });
    expect(readWith(codec, "# Carts\n")).toEqual({ inclusion: "manual", content });
  });

  it("have the name of their file", () => {
    expect(codec.parse({ text: "", path: "style.md", file: "style.md" }).draft).toMatchObject({ name: "style", label: true });
  });

  it("preserve unknown keys as metadata", () => {
    expect(readWith(codec, "---\ntrigger: manual\nowner: { team: web }\n---\n")).toEqual({
      inclusion: "manual",
      content: "",
      metadata: { owner: { team: "web" } },
    });
  });

  it("cannot be in subdirectories", () => {
    expect(["a.md", "A.MD", "a/b.md", "a.mdc", "a.txt"].map((path) => codec.accepts?.(path))).toEqual([
      true,
      true,
      false,
      false,
      false,
    ]);
    expect(codec.ignored?.("a/b.md")).toBe(`${codec.title} does not read subdirectories of its rule directory`);
    expect(codec.ignored?.("a.txt")).toBeUndefined();
  });
});

describe.each(codecs)("editing a rule of %s", (_, codec) => {
  const original = [
    "\uFEFF---",
    "# why: carts",
    "globs: **/*.ts, **/*.tsx # both",
    "owner:   web",
    "trigger: glob",
    "---",
    "",
    "# Carts",
    "",
  ].join("\r\n");

  it("changes only the text", () => {
    expect(editWith(codec, original, { content: "# Baskets\r\n" })).toBe(original.replace("# Carts", "# Baskets"));
  });

  it("changes only the line of the patterns", () => {
    const changed = editWith(codec, original, { globs: ["**/*.js"] });
    expect(changed).toBe(original.replace("**/*.ts, **/*.tsx", "**/*.js"));
    expect(readWith(codec, changed)).toMatchObject({ globs: ["**/*.js"] });
  });

  it("removes the patterns together with the trigger", () => {
    expect(editWith(codec, original, { inclusion: "always", globs: [] })).toBe(
      original.replace("globs: **/*.ts, **/*.tsx # both\r\n", "").replace("trigger: glob", "trigger: always_on"),
    );
  });

  it("adds a missing key at the end", () => {
    expect(editWith(codec, original, { description: "About: carts" })).toBe(
      original.replace("trigger: glob\r\n", 'trigger: glob\r\ndescription: "About: carts"\r\n'),
    );
  });

  it("adds front matter to a file without one", () => {
    expect(editWith(codec, "# Carts\n", { inclusion: "always" })).toBe("---\ntrigger: always_on\n---\n# Carts\n");
  });
});
