import { readdir, readFile } from "node:fs/promises";
import { join, relative } from "node:path";
import { Random } from "@precept/testing/random";
import { expect, it } from "vitest";
import { sendRaw, requestOf } from "./raw-request.ts";
import { callApi, serveProject } from "./served-project.ts";

/** Parts of names that leave a directory on some system, or in some encoding. */
const parts = [
  "..",
  ".",
  "",
  "/",
  "\\",
  "%2e%2e",
  "%2f",
  "%5c",
  "%252e%252e",
  "%c0%ae",
  "..%00",
  "%00",
  "~",
  "C:",
  "file:",
  "etc",
  "passwd",
  "home",
  "rules",
  "style.md",
  "shop",
  ".precept",
  "config.yaml",
  "NUL",
  "con.md",
  "\u202E",
  "．．",
  "․․",
  ".git",
  "hooks",
  "--",
  "project:",
  "user:",
  "*",
];

/** Every file below a directory, with its contents. */
async function readTree(dir: string): Promise<ReadonlyMap<string, string>> {
  const entries = await readdir(dir, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  return new Map(await Promise.all(files.map(async (file) => [relative(dir, file), await readFile(file, "latin1")] as const)));
}

/** Where a server writes: rules, its state, and the compiled code of the program. */
const written = ["shop/.precept/rules/", "shop/.precept/state/", "home/cache/"];

it("does not read, write or delete anything outside the rule directories through names", { tags: "slow" }, async () => {
  await using served = await serveProject({
    "shop/src/cart.ts": "export {};\n",
    "shop/.git/config": "[core]\n",
    "shop/.precept/config.yaml": "order: priority\n",
    "secret.md": "---\nname: secret\ndescription: Secret.\n---\nTOP-SECRET\n",
    "home/users/eve/rules/own.md": "---\nname: own\ndescription: Own.\n---\nEVE-SECRET\n",
  });
  const { dir, server } = served;
  const outside = (tree: ReadonlyMap<string, string>): readonly (readonly [string, string])[] =>
    [...tree].filter(([path]) => !written.some((start) => path.startsWith(start)));
  const before = outside(await readTree(dir));
  const seeded = new Random(14);
  const random = (): number => seeded.next();
  const pick = (): string => parts[Math.floor(random() * parts.length)] ?? "";
  const { host } = new URL(server.url);
  for (let attempt = 0; attempt < 400; attempt += 1) {
    const name = Array.from({ length: 1 + Math.floor(random() * 6) }, pick).join(random() < 0.5 ? "/" : "");
    const path = random() < 0.5 ? encodeURIComponent(name) : name.replaceAll(/[^\x21-\x7e]/g, (one) => encodeURIComponent(one));
    const method = ["GET", "PUT", "DELETE", "POST"][Math.floor(random() * 4)] ?? "GET";
    const body = JSON.stringify(
      method === "POST" ? { name: name.slice(0, 100), description: "x", content: "y", scope: "project" } : { content: "y" },
    );
    const target = method === "POST" ? "/api/v1/rules" : `/api/v1/rules/${path}`;
    const lines = [
      `${method} ${target} HTTP/1.1`,
      `Host: ${host}`,
      "Content-Type: application/json",
      `Content-Length: ${Buffer.byteLength(body)}`,
      "Connection: close",
    ];
    const { text, statuses } = await sendRaw(server.url, requestOf(lines, body));
    expect([name, statuses.filter((status) => status >= 500)]).toEqual([name, []]);
    expect(text).not.toContain("SECRET");
  }
  expect(outside(await readTree(dir))).toEqual(before);
  expect((await callApi(server, "/rules")).status).toBe(200);
});
