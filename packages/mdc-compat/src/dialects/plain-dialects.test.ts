import { createRule } from "@precept/core";
import { describe, expect, it } from "vitest";
import type { Dialect } from "../dialect.ts";
import { agentsDialect } from "./agents/dialect.ts";
import { amazonqDialect } from "./amazonq/dialect.ts";
import { codexDialect } from "./codex/dialect.ts";
import { geminiDialect } from "./gemini/dialect.ts";
import { junieDialect } from "./junie/dialect.ts";
import { opencodeDialect } from "./opencode/dialect.ts";
import { rooDialect } from "./roo/dialect.ts";
import { zedDialect } from "./zed/dialect.ts";

/** Tools whose rule files are nothing but text: where a project has them, what they are called as rules, and where an export writes. */
const tools: readonly (readonly [Dialect, files: Readonly<Record<string, string>>, output: string])[] = [
  [agentsDialect, { "AGENTS.md": "AGENTS", "AGENTS.override.md": "AGENTS", "AGENT.md": "AGENTS" }, "AGENTS.md, nested"],
  [amazonqDialect, { ".amazonq/rules/api/style.md": "style", "AmazonQ.md": "AmazonQ" }, ".amazonq/rules/t.md"],
  [codexDialect, { "~/.codex/AGENTS.md": "AGENTS", "~/.codex/AGENTS.override.md": "AGENTS" }, "AGENTS.md, nested"],
  [geminiDialect, { "GEMINI.md": "GEMINI", "~/.gemini/GEMINI.md": "GEMINI" }, "GEMINI.md, nested"],
  [
    junieDialect,
    {
      ".junie/AGENTS.md": "AGENTS",
      ".junie/guidelines.md": "guidelines",
      ".junie/guidelines/style.md": "style",
      "~/.junie/AGENTS.md": "AGENTS",
    },
    ".junie/AGENTS.md",
  ],
  [opencodeDialect, { "~/.config/opencode/AGENTS.md": "AGENTS" }, "AGENTS.md, nested"],
  [
    rooDialect,
    {
      ".roo/rules/style.md": "style",
      "~/.roo/rules-ask/a/style.txt": "style",
      ".roorules": ".roorules",
      ".roorules-ask": ".roorules-ask",
    },
    ".roo/rules/t.md",
  ],
  [zedDialect, { ".rules": ".rules", "~/.config/zed/AGENTS.md": "AGENTS" }, ".rules"],
];

describe.each(tools.map(([dialect, files, output]) => [dialect.title, dialect, files, output] as const))(
  "%s",
  (_, dialect, files, written) => {
    it.each(Object.entries(files))("reads %s as a rule with the label %s, as it stands", (file, name) => {
      const path = file.replace(/^~\//, "");
      const places = dialect.formats.flatMap(({ codec, places: all }) => all.map((place) => ({ ...place, codec })));
      const readings = places
        .filter(({ personal = false }) => personal === file.startsWith("~/"))
        .filter(({ dir, files: names }) => {
          return names === undefined
            ? path.startsWith(`${dir}/`)
            : names.some((one) => path === (dir === "" ? one : `${dir}/${one}`));
        });
      expect(readings).toHaveLength(1);
      const [place] = readings;
      const inPlace = path.slice(place?.dir === "" ? 0 : (place?.dir.length ?? 0) + 1);
      expect(place?.codec.accepts?.(inPlace) ?? true).toBe(true);
      const { draft, diagnostics } = place?.codec.parse({ text: "# Text\r\n", path: inPlace, file }) ?? {};
      expect(draft).toMatchObject({ name, label: true, inclusion: "always", content: "# Text\r\n", metadata: {} });
      expect(diagnostics).toEqual([]);
    });

    it(`is written to ${written}, for what always applies`, () => {
      const { output } = dialect;
      const path =
        output.kind === "joined"
          ? output.file
          : `${output.dir}/${output.pathOf?.({ contexts: [] }, "t") ?? `t${output.codec.extensions[0] ?? ""}`}`;
      expect(path + (output.nested ? ", nested" : "")).toBe(written);
      expect(output.codec.print(createRule({ id: "project:t", name: "t", content: "# Text\r\n" }))).toEqual({
        text: "# Text\r\n",
        notes: [],
      });
    });

    it("says so where a rule does not always apply, or is described", () => {
      const rule = createRule({ id: "project:t", name: "t", inclusion: "fileMatch", globs: ["*.ts"], description: "D" });
      const { text, notes } = dialect.output.codec.print(rule);
      expect(text).toBe("");
      expect(notes).toEqual([
        { field: "inclusion", kind: "meaning", message: `${dialect.title} has no rules that apply by file.` },
        { field: "description", kind: "lost", message: `${dialect.title} has no descriptions.` },
      ]);
    });
  },
);
