import { readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";

/**
 * Changes a section of the only project in a directory of snapshots, to prove that what is remembered is used. The result is a
 * valid snapshot.
 *
 * @param replace changes the text of the section, which starts with numbers in Latin-1. Default: nothing changes.
 * @returns the text before the change; empty if the section is missing.
 */
export async function editSnapshot(dir: string, section: string, replace = (text: string) => text): Promise<string> {
  // A project can have several files, with different sections.
  for (const name of await readdir(dir).catch(() => [])) {
    const found = name.startsWith(".") ? undefined : await editFile(join(dir, name), section, replace);
    if (found !== undefined) return found;
  }
  return "";
}

async function editFile(path: string, section: string, replace: (text: string) => string): Promise<string | undefined> {
  const bytes = await readFile(path);
  const end = bytes.indexOf("\n") + 1;
  const { sections, ...header } = JSON.parse(bytes.toString("utf8", 0, end)) as { sections: [string, number][] };
  if (!sections.some(([one]) => one === section)) return undefined;
  let at = Math.ceil(end / 8) * 8;
  let found = "";
  const bodies = sections.map(([one, length]) => {
    const body = bytes.subarray(at, at + length).toString("latin1");
    // Each section is there twice.
    at += length * 2;
    if (one !== section) return Buffer.from(body, "latin1");
    found = body;
    return toWords(replace(body.replace(/\0+$/, "")), "\0");
  });
  const changed = sections.map(([one], index) => [one, bodies[index]?.length]);
  const start = toWords(`${JSON.stringify({ ...header, sections: changed })}\n`, " ");
  await writeFile(path, Buffer.concat([start, ...bodies.flatMap((body) => [body, body])]));
  return found;
}

function toWords(text: string, fill: string): Buffer {
  return Buffer.from(text.padEnd(Math.ceil(text.length / 8) * 8, fill), "latin1");
}
