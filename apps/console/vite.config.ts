import { fileURLToPath } from "node:url";
import { defineConfig, type UserConfig } from "vite";

const root = fileURLToPath(new URL(".", import.meta.url));

/** The pages that the server serves. They import the sources of the other packages, so nothing must be built before. */
export const pages = {
  root,
  base: "./",
  resolve: {
    conditions: ["@precept/source", "module", "browser", "development|production"],
    alias: [{ find: /^.*\/create-memory-client\.ts$/, replacement: `${root}src/data/no-memory-client.ts` }],
  },
  oxc: { jsx: { runtime: "automatic", importSource: "preact" } },
  build: {
    target: "es2023",
    // Inlining assets as `data:` addresses would need exceptions of the content security policy.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
  },
  server: { proxy: { "/api": "http://127.0.0.1:4141" } },
} satisfies UserConfig;

export default defineConfig(pages);
