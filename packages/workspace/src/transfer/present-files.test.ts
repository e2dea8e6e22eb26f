import { expect, it } from "vitest";
import { createProject } from "../../test/project.ts";
import { PresentFiles } from "@precept/transfer";

it("an unreadable file is unusable and does not affect others", async () => {
  const { dir } = await createProject({ "a.md": "text", "b/c.md": "deep", "bytes.md": Uint8Array.of(0xff) });
  const tooLong = `${"n".repeat(300)}.md`;
  const paths = ["a.md", "b/c.md", "bytes.md", "b", "none.md", "a.md/below.md", tooLong, "../out.md"];
  const present = new PresentFiles(dir);
  const contents = paths.map((path) => [path.slice(0, 16), present.textAt(path) ?? present.at(path)]);
  expect(Object.fromEntries(contents)).toEqual({
    "a.md": "text",
    "b/c.md": "deep",
    "bytes.md": "unusable",
    b: "unusable",
    "none.md": undefined,
    "a.md/below.md": "unusable",
    [tooLong.slice(0, 16)]: "unusable",
    "../out.md": "unusable",
  });
});
