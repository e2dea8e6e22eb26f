/** Reads standard input to its end, or until it exceeds `maxBytes`. Default: no limit. */
export async function readInput(maxBytes: number = Infinity): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of process.stdin) {
    chunks.push(chunk as Buffer);
    size += (chunk as Buffer).length;
    if (size > maxBytes) break;
  }
  return Buffer.concat(chunks).toString("utf8");
}
