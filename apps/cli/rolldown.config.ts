import { defineConfig } from "rolldown";

// One bundle, with a chunk a command: the program has to start fast, so nothing is looked up in node_modules.
export default defineConfig({
  input: "src/main.ts",
  platform: "node",
  resolve: { conditionNames: ["@precept/source", "import", "node", "default"] },
  output: {
    dir: "dist",
    format: "esm",
    cleanDir: true,
    chunkFileNames: "[name]-[hash].js",
    minify: { compress: true, mangle: false },
  },
});
