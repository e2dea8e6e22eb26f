import { createRule } from "@precept/core";
import { describe, expect, it } from "vitest";
import { ruleFiles } from "../tables/rule-files.ts";
import type { DialectId } from "../tools.ts";

/** Tools with plain text rule files: the files with their rule names, and the path of an exported rule. */
const tools: readonly (readonly [tool: DialectId, files: Readonly<Record<string, string>>, output: string])[] = [
  ["agents", { "AGENTS.md": "AGENTS", "AGENTS.override.md": "AGENTS", "AGENT.md": "AGENTS" }, "AGENTS.md, nested"],
  ["aider", { "CONVENTIONS.md": "CONVENTIONS" }, "CONVENTIONS.md"],
  ["amp", { "~/.config/amp/AGENTS.md": "AGENTS", "~/.config/AGENTS.md": "AGENTS" }, "AGENTS.md, nested"],
  ["crush", { "CRUSH.md": "CRUSH", "CRUSH.local.md": "CRUSH.local", "~/.config/crush/CRUSH.md": "CRUSH" }, "CRUSH.md"],
  ["factory", { "~/.factory/AGENTS.md": "AGENTS" }, "AGENTS.md, nested"],
  ["firebase", { ".idx/airules.md": "airules" }, ".idx/airules.md"],
  ["goose", { ".goosehints": ".goosehints", "~/.config/goose/.goosehints": ".goosehints" }, ".goosehints, nested"],
  [
    "kilo",
    {
      ".kilo/rules/style.md": "style",
      ".kilocode/rules-ask/style.md": "style",
      ".kilocoderules": ".kilocoderules",
      "~/.kilo/rules/style.md": "style",
      "~/.config/kilo/AGENTS.md": "AGENTS",
    },
    ".kilo/rules/t.md",
  ],
  ["kimi", { "~/.kimi-code/AGENTS.md": "AGENTS" }, "AGENTS.md, nested"],
  ["pi", { "~/.pi/agent/AGENTS.md": "AGENTS" }, "AGENTS.md, nested"],
  ["replit", { "replit.md": "replit" }, "replit.md"],
  ["rovo", { "~/.rovodev/AGENTS.md": "AGENTS" }, "AGENTS.md, nested"],
  ["vibe", { "~/.vibe/AGENTS.md": "AGENTS" }, "AGENTS.md"],
  ["tabnine", { ".tabnine/guidelines/style.md": "style", "~/.tabnine/guidelines/a.md": "a" }, ".tabnine/guidelines/t.md"],
  ["warp", { "WARP.md": "WARP", "~/.agents/AGENTS.md": "AGENTS" }, "WARP.md, nested"],
  ["amazonq", { ".amazonq/rules/api/style.md": "style", "AmazonQ.md": "AmazonQ" }, ".amazonq/rules/t.md"],
  ["codex", { "~/.codex/AGENTS.md": "AGENTS", "~/.codex/AGENTS.override.md": "AGENTS" }, "AGENTS.md, nested"],
  ["gemini", { "GEMINI.md": "GEMINI", "~/.gemini/GEMINI.md": "GEMINI" }, "GEMINI.md, nested"],
  [
    "junie",
    {
      ".junie/AGENTS.md": "AGENTS",
      ".junie/guidelines.md": "guidelines",
      ".junie/guidelines/style.md": "style",
      "~/.junie/AGENTS.md": "AGENTS",
    },
    ".junie/AGENTS.md",
  ],
  ["opencode", { "~/.config/opencode/AGENTS.md": "AGENTS" }, "AGENTS.md, nested"],
  [
    "roo",
    {
      ".roo/rules/style.md": "style",
      "~/.roo/rules-ask/a/style.txt": "style",
      ".roorules": ".roorules",
      ".roorules-ask": ".roorules-ask",
    },
    ".roo/rules/t.md",
  ],
  ["zed", { ".rules": ".rules", "~/.config/zed/AGENTS.md": "AGENTS" }, ".rules"],
];

describe.each(tools.map(([tool, ...expected]) => [ruleFiles[tool].dialect.title, ruleFiles[tool].dialect, ...expected] as const))(
  "%s",
  (_, dialect, files, exported) => {
    it.each(Object.entries(files))("reads %s as a rule named %s", (file, name) => {
      const path = file.replace(/^~\//, "");
      const locations = dialect.formats.flatMap(({ spec, codec, locations: all }) => {
        return spec.schema === "skill" ? [] : all.map((location) => ({ ...location, codec }));
      });
      const readings = locations
        .filter(({ personal = false }) => personal === file.startsWith("~/"))
        .filter(({ dir, files: names }) => {
          return names === undefined
            ? path.startsWith(`${dir}/`)
            : names.some((one) => path === (dir === "" ? one : `${dir}/${one}`));
        });
      expect(readings).toHaveLength(1);
      const [location] = readings;
      const inLocation = path.slice(location?.dir === "" ? 0 : (location?.dir.length ?? 0) + 1);
      expect(location?.codec.accepts?.(inLocation) ?? true).toBe(true);
      const { draft, diagnostics } = location?.codec.parse({ text: "# Text\r\n", path: inLocation, file }) ?? {};
      expect(draft).toMatchObject({ name, label: true, inclusion: "always", content: "# Text\r\n", metadata: {} });
      expect(diagnostics).toEqual([]);
    });

    it(`exports a rule that always applies to ${exported}`, () => {
      const { output } = dialect;
      const path =
        output.kind === "joined"
          ? output.file
          : `${output.dir}/${output.getPath?.({ contexts: [] }, "t") ?? `t${output.codec.extensions[0] ?? ""}`}`;
      expect(path + (output.nested ? ", nested" : "")).toBe(exported);
      expect(output.codec.print(createRule({ id: "project:t", name: "t", content: "# Text\r\n" }))).toEqual({
        text: "# Text\r\n",
        notes: [],
      });
    });

    it("notes the loss of other inclusions and of descriptions", () => {
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
