import { shortHash } from "../embedder-id.ts";

export interface Endpoint {
  /** The whole URL. Its query may contain a key, so it is never part of a message. */
  readonly url: string;
  /** The URL without its query, for messages. */
  readonly shown: string;
  /** Identifies the endpoint in ids: host, path and a hash of the query. */
  readonly identity: string;
  /** Whether a network between this machine and the endpoint can read the requests. */
  readonly isReadable: boolean;
}

/**
 * Resolves the address of an API (`http://127.0.0.1:11434/v1`) or of its endpoint (`…/v1/embeddings`). An address
 * without a path means `/v1`.
 *
 * @returns a description of the problem if it is not such an address.
 */
export function parseEndpoint(address: string): Endpoint | string {
  const url = URL.parse(address);
  if (url === null) return "the URL of the endpoint is not a URL";
  if (url.protocol !== "http:" && url.protocol !== "https:")
    return `the URL of the endpoint has the protocol ${url.protocol} instead of https:`;
  if (url.username !== "" || url.password !== "") return "the URL of the endpoint contains a user name or password";
  const path = url.pathname.replace(/\/+$/, "");
  if (!path.endsWith("/embeddings")) url.pathname = `${path === "" ? "/v1" : path}/embeddings`;
  url.hash = "";
  return {
    url: url.href,
    shown: url.origin + url.pathname,
    identity: url.host + url.pathname.slice(0, -"/embeddings".length) + (url.search === "" ? "" : `?${shortHash(url.search)}`),
    isReadable: url.protocol === "http:" && !isLoopback(url.hostname),
  };
}

/** The parser of URLs has already normalised other notations of an IPv4 address, such as `127.1`. */
function isLoopback(hostname: string): boolean {
  return (
    hostname === "localhost" || hostname.endsWith(".localhost") || hostname === "[::1]" || /^127(?:\.\d+){3}$/.test(hostname)
  );
}
