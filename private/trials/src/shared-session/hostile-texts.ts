import { join } from "node:path";
import type { Layout } from "./layout.ts";

/** Texts that name the memory in every way that an attacker could think of. */
export function hostileTexts({ dir, contextDir, names }: Layout): readonly string[] {
  const path = join(contextDir, "MEMORY.md");
  const absolute = join(dir, "shop", path);
  const paths = [
    path,
    `./${path}`,
    `${contextDir}//MEMORY.md`,
    path.toLowerCase(),
    `src/../${path}`,
    absolute,
    `file://${absolute}`,
    `../shop/${path}`,
    encodeURIComponent(path),
    path.replace("MEMORY", "%4dEMORY"),
    `${path}\u0000.txt`,
    `${path}/`,
    path.replaceAll("/", "\\"),
    "MEMORY",
    "memory",
    ...names,
    ...names.map((name) => `./${name}`),
  ];
  return [
    ...paths,
    ...paths.slice(0, 6).flatMap((one) => [`use @${one}`, `#[[file:${one}]]`, `[m](${one})`, `@file:${one} {{${one}}}`]),
    "**/MEMORY.md",
    "*",
    "main",
    "shared",
    "context://memory",
    "context://MEMORY.md",
    "linked",
    "secret",
    "always",
    "canary",
    "",
  ];
}
