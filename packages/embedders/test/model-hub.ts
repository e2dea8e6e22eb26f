import { env } from "@huggingface/transformers";
import { startLoopback } from "@precept/testing";
import { onTestFinished } from "vitest";

/** A server in place of the Hugging Face Hub for one test. */
export interface ModelHub {
  /** The paths of the requests, such as `/Xenova/tiny/resolve/main/config.json`. */
  readonly paths: readonly string[];
}

/**
 * Starts a hub on the loopback interface, and makes transformers use it.
 *
 * @param files the files of every model and revision, by path. None: every request fails.
 */
export async function startModelHub(files: ReadonlyMap<string, Uint8Array | string> = new Map()): Promise<ModelHub> {
  const paths: string[] = [];
  const { url } = await startLoopback((response, _, request) => {
    const path = request.url ?? "";
    paths.push(path);
    const content = files.get(path.replace(/^.*\/resolve\/[^/]+\//, ""));
    if (content === undefined) response.writeHead(404).end();
    else response.writeHead(200, { "content-length": Buffer.byteLength(content) }).end(content);
  });
  const { remoteHost } = env;
  env.remoteHost = `${new URL(url).origin}/`;
  onTestFinished(() => {
    env.remoteHost = remoteHost;
  });
  return { paths };
}
