import { gzipSync } from "node:zlib";
import { rolldown } from "rolldown";
import { expect, it } from "vitest";

/**
 * The maximum size of the client in a web page, in bytes, minified and compressed: without and for the memory service.
 */
const limits = { always: 7_000, memory: 40_000 };

it("a browser loads no schemas, no modules of Node, and no more bytes than the limits", async () => {
  const build = await rolldown({
    input: new URL("index.ts", import.meta.url).pathname,
    platform: "browser",
    resolve: { conditionNames: ["@precept/source", "browser", "import", "default"] },
    transform: { target: "es2022" },
  });
  const { output } = await build.generate({ format: "esm", minify: true });
  await build.close();
  const chunks = output.filter((one) => one.type === "chunk");
  const modules = chunks.flatMap(({ moduleIds }) => moduleIds);
  expect(modules.filter((id) => /[\\/]zod[\\/]|packages[\\/]core[\\/]|^node:|memory-rules-proto/.test(id))).toEqual([]);
  const sizes = chunks.map(({ code, isEntry }) => ({ isEntry, bytes: gzipSync(code).length }));
  const always = sizes.find(({ isEntry }) => isEntry)?.bytes ?? 0;
  const memory = sizes.filter(({ isEntry }) => !isEntry).reduce((sum, { bytes }) => sum + bytes, 0);
  if (process.env["BUNDLE_SIZE"] !== undefined) process.stdout.write(`${always} and ${memory} bytes\n`);
  expect(always).toBeLessThan(limits.always);
  expect(memory).toBeLessThan(limits.memory);
});
