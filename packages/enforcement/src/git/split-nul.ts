/** Splits a stream of bytes into NUL-terminated UTF-8 strings. */
export async function* splitNulStream(chunks: AsyncIterable<Buffer>): AsyncGenerator<readonly string[], void> {
  let rest: Buffer[] = [];
  for await (const chunk of chunks) {
    const last = chunk.lastIndexOf(0);
    if (last === -1) {
      rest.push(chunk);
      continue;
    }
    const complete = Buffer.concat([...rest, chunk.subarray(0, last)]);
    rest = last + 1 < chunk.length ? [chunk.subarray(last + 1)] : [];
    yield complete.toString("utf8").split("\0");
  }
}
