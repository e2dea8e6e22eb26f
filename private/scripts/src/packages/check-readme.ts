import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";

const inRepository = /^https:\/\/github\.com\/precept-ai\/precept\/(?:blob|tree)\/main\/([^#?]*)/;

/** Returns an error for each link of a published README that is broken on npm's page or in the repository. */
export async function checkReadme(root: string, dir: string): Promise<readonly string[]> {
  const text = await readFile(join(root, dir, "README.md"), "utf8");
  const links = [...text.replaceAll(/^```[^]*?^```/gm, "").matchAll(/\]\(([^)\s]+)\)/g)].map(([, link = ""]) => link);
  return links.flatMap((link) => {
    if (link.startsWith("#")) return [];
    if (!link.startsWith("https://")) return [`README.md: the link ${link} is broken on npm's page: use an absolute URL`];
    const [, path] = inRepository.exec(link) ?? [];
    return path === undefined || existsSync(join(root, path)) ? [] : [`README.md: ${link} does not exist in the repository`];
  });
}
