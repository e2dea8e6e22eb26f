import { chmod, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { createProject } from "@precept/testing";
import { describe, expect, it } from "vitest";
import { readSecret } from "./secret.ts";

/** Reads a file with this content as a secret. */
async function readFrom(content: string | Uint8Array, mode = 0o600) {
  const file = join((await createProject()).dir, "secret");
  await writeFile(file, content, { mode });
  await chmod(file, mode);
  return { file, secret: readSecret({ file }, {}) };
}

describe("a secret", () => {
  it.each([
    "redis://:x y@cache",
    "redis://:x y@cache\n",
    "redis://:x y@cache\r\n",
    "\uFEFFredis://:x y@cache\r\n\r\n",
    "  redis://:x y@cache ",
  ])("is the text of a file without white space around it: %j", async (content) => {
    expect((await readFrom(content)).secret).toEqual({ value: "redis://:x y@cache" });
  });

  it.each([
    ["", "is empty"],
    [" \r\n", "is empty"],
    ["a\nb\n", "must contain one line of UTF-8 text"],
    [Uint8Array.of(0x61, 0), "must contain one line of UTF-8 text"],
    [Uint8Array.of(0x61, 0xff), "must contain one line of UTF-8 text"],
    ["x".repeat(70_000), "cannot be read: its size of 70,000 bytes exceeds the limit"],
  ])("is refused in a file that contains %j", async (content, reason) => {
    const { file, secret } = await readFrom(content);
    expect(secret).toEqual({ missing: `the file ${file} ${reason}` });
  });

  it("is missing with its file, in a directory and in an unset or empty variable", async () => {
    const { dir } = await createProject();
    const file = join(dir, "none");
    expect(readSecret({ file }, {})).toEqual({ missing: `the file ${file} cannot be read: it does not exist` });
    expect(readSecret({ file: dir }, {})).toEqual({ missing: `the file ${dir} cannot be read: it is not a regular file` });
    for (const env of [{}, { URL: "" }]) {
      expect(readSecret({ variable: "URL" }, env)).toEqual({ missing: "the environment variable URL is not set" });
    }
    expect(readSecret({}, {})).toBeUndefined();
  });

  it("in a file is used instead of a variable, and never replaced by it", async () => {
    const { file } = await readFrom("in-file");
    expect(readSecret({ file, variable: "URL" }, { URL: "in-variable" })).toEqual({ value: "in-file" });
    expect(readSecret({ file: `${file}-none`, variable: "URL" }, { URL: "in-variable" })).toHaveProperty("missing");
  });

  it.skipIf(process.platform === "win32")(
    "comes with a warning if other users can access its file, also through a link",
    async () => {
      for (const mode of [0o400, 0o600, 0o640]) expect((await readFrom("s", mode)).secret).toEqual({ value: "s" });
      for (const mode of [0o604, 0o602, 0o644]) {
        const { file, secret } = await readFrom("s", mode);
        const warning = `Every user of this machine can access the file ${file}, which contains a secret. Run \`chmod o= ${file}\`.`;
        expect(secret).toEqual({ value: "s", warning });
        await symlink("secret", `${file}-link`);
        expect(readSecret({ file: `${file}-link` }, {})).toHaveProperty("warning");
      }
    },
  );
});
