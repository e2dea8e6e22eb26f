import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { openTestRepository } from "@precept/testing";
import { expect, it, vi } from "vitest";
import { startTestServer } from "../../../test/test-server.ts";
import { findPaths } from "./find-paths.ts";

// Lowers the default limit, because creating too many files takes minutes.
vi.mock(import("@precept/workspace/project-files"), async (importOriginal) => {
  const original = await importOriginal();
  return { ...original, listFirstFiles: (root, onProgress, limit) => original.listFirstFiles(root, onProgress, limit ?? 3) };
});

const rule = '---\nname: money\ndescription: Amounts.\nglobs: ["src/*.ts"]\n---\nCents.\n';
const files = {
  "shop/.precept/rules/money.md": rule,
  "shop/src/a.ts": "",
  "shop/src/b.ts": "",
  "shop/src/c.ts": "",
  "shop/src/d.css": "",
};

interface FileList {
  readonly files: readonly string[];
  readonly file_sets: readonly number[];
  readonly rule_sets: readonly (readonly number[])[];
  readonly rules: readonly { readonly name: string; readonly globs: readonly string[] }[];
  readonly is_complete: boolean;
}

it("lists the files up to the limit outside of git repositories, and says that there are more", async () => {
  const { request } = await startTestServer(files);
  const { body } = await request("/project/files");
  const list = body as FileList;
  expect(list.is_complete).toBe(false);
  expect([list.files.length, list.file_sets.length]).toEqual([3, 3]);
});

it("lists all files of a git repository, with the rules and their patterns", async () => {
  const { request, project } = await startTestServer(files);
  openTestRepository(join(project.dir, "shop"));
  const { body } = await request("/project/files");
  const list = body as FileList;
  expect(list.is_complete).toBe(true);
  expect(list.files).toHaveLength(6);
  expect(list.rules).toMatchObject([{ name: "money", globs: ["src/*.ts"] }]);
  const { body: found } = await request("/project/paths?text=src%20TS&limit=2");
  expect(found).toEqual({ paths: ["src/a.ts", "src/b.ts"] });
});

it("shows the sets of rules as they are after changes of texts and of patterns", async () => {
  const { request, project } = await startTestServer(files);
  openTestRepository(join(project.dir, "shop"));
  const setsOf = async (): Promise<Readonly<Record<string, readonly string[]>>> => {
    const { body } = await request("/project/files");
    const { files: paths, file_sets: sets, rule_sets: rules, rules: named } = body as FileList;
    return Object.fromEntries(paths.map((path, at) => [path, rules[sets[at] ?? 0]?.map((one) => named[one]?.name ?? "") ?? []]));
  };
  const save = async (text: string): Promise<void> => {
    await writeFile(join(project.dir, "shop/.precept/rules/money.md"), text);
    await request("/rules/reload", { token: "ada:admin", method: "POST" });
  };
  expect(await setsOf()).toMatchObject({ "src/a.ts": ["money"], "src/d.css": [] });
  await save(rule.replace("Cents.", "Only cents."));
  expect(await setsOf()).toMatchObject({ "src/a.ts": ["money"], "src/d.css": [] });
  await save(rule.replace("*.ts", "*.css"));
  expect(await setsOf()).toMatchObject({ "src/a.ts": [], "src/d.css": ["money"] });
});

it("finds file names that begin with the last word first", async () => {
  const paths = ["cart/index.ts", "src/cart.ts", "src/my-cart.ts", "src/a/cart.tsx", "other.ts"];
  expect(await findPaths(paths, "cart", 10)).toEqual(["src/cart.ts", "src/a/cart.tsx", "src/my-cart.ts", "cart/index.ts"]);
  expect(await findPaths(paths, "src cart", 1)).toEqual(["src/cart.ts"]);
  expect(await findPaths(paths, "", 2)).toHaveLength(2);
});

it("serves other requests while it searches many paths, and stops when its client has gone", async () => {
  const paths = Array.from({ length: 50_000 }, (_, at) => `src/part-${50_000 - at}.ts`);
  const client = new AbortController();
  const search = findPaths(paths, "part", 2, client.signal);
  let hasServed = false;
  setImmediate(() => (hasServed = true));
  expect(await search).toEqual(["src/part-1.ts", "src/part-2.ts"]);
  expect(hasServed).toBe(true);
  client.abort();
  expect(await findPaths(paths, "part", 2, client.signal)).toEqual([]);
});
