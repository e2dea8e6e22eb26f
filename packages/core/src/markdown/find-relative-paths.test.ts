import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { findRelativePaths } from "./find-relative-paths.ts";

const pathsOf = (text: string): readonly string[] => findRelativePaths(text).map(({ path }) => path);

describe("the relative paths of a text", () => {
  it.each([
    ["[a](references/a.md)", ["references/a.md"]],
    ["[a](./a.md#part) ![b](<img/b.png> 'Title') [c]( c%20d.md )", ["./a.md", "img/b.png", "c d.md"]],
    ["See [a][1].\n\n[1]: ../other/SKILL.md", ["../other/SKILL.md"]],
    ["Run `scripts/run.sh --fast`, then python3 ./scripts/lib/x.py.", ["scripts/run.sh", "scripts/lib/x.py"]],
    ["```sh\nbash scripts/run.sh\n```", ["scripts/run.sh"]],
    ["[a](scripts/run.sh), `scripts/run.sh`", ["scripts/run.sh"]],
  ])("are those of links and mentions: %j", (text, paths) => {
    expect(pathsOf(text)).toEqual(paths);
  });

  it.each([
    "[a](https://example.com/scripts/run.sh) [b](mailto:a@b.c) [c](#part) [d](/etc/hosts) [e](~/x)",
    "packages/web/scripts/run.sh, /scripts/run.sh, $DIR/scripts/run.sh, ${X}/scripts/run.sh, ..\\scripts/run.sh",
    "scripts/*.sh scripts/<name>.sh scripts/${name}.sh [a]({path}) scripts/ references/api",
    "```md\n[a](docs/a.md)\n```",
  ])("are no URLs, absolute paths, ends of longer paths, patterns, directories or examples: %j", (text) => {
    expect(pathsOf(text)).toEqual([]);
  });

  it("have their place in the text", () => {
    fc.assert(
      fc.property(fc.string(), fc.constantFrom("a.md", "references/b c.md", "../x"), fc.string(), (before, path, after) => {
        const written = encodeURI(path);
        const text = `${before.replaceAll(/[`~[\]()<>]/g, "")}\n\n[x](${written}) ${after}`;
        const found = findRelativePaths(text).find((one) => one.path === path);
        expect(found && text.slice(found.start, found.end)).toBe(written);
      }),
    );
  });

  it("are found in a long text without repetition", () => {
    const hostile = [
      "](".repeat(50_000),
      "scripts/".repeat(50_000),
      `scripts/${"a.".repeat(50_000)}`,
      `[${"a".repeat(50_000)}]:`,
    ];
    for (const text of hostile) expect(pathsOf(text).length).toBeLessThan(3);
  });
});
