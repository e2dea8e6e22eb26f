import type { TestProvider } from "./openid-provider.ts";
import type { TestServer } from "./test-server.ts";

/** A server to which a test sends requests. */
type Requester = Pick<TestServer, "request">;

export interface BegunLogin {
  readonly status: number;
  /** Where the server sends the browser. */
  readonly address: string;
  /** What the browser keeps during the login. */
  readonly cookie: string;
  readonly headers: Headers;
}

export interface FinishedLogin {
  readonly status: number;
  readonly location: string | null;
  /** The cookie of the session. */
  readonly session: string;
  readonly headers: Headers;
}

/** The value of a cookie that an answer sets, as a request sends it. */
export function cookieIn(headers: Headers, name: string): string {
  return (
    headers
      .getSetCookie()
      .find((one) => one.startsWith(`${name}-`))
      ?.replace(/;.*/, "") ?? ""
  );
}

/** Begins a login. */
export async function begin({ request }: Requester): Promise<BegunLogin> {
  const { status, headers } = await request("/session/login");
  return { status, address: headers.get("location") ?? "", cookie: cookieIn(headers, "precept-login"), headers };
}

/** Returns to the server from the provider. */
export async function finish({ request }: Requester, address: string, cookie: string): Promise<FinishedLogin> {
  const { pathname, search } = new URL(address);
  const { status, headers } = await request(pathname + search, { headers: { cookie } });
  return { status, location: headers.get("location"), session: cookieIn(headers, "precept-session"), headers };
}

/** Logs the user of the provider in. */
export async function logIn(server: Requester, provider: TestProvider): Promise<FinishedLogin> {
  const { address, cookie } = await begin(server);
  return finish(server, provider.authorize(address), cookie);
}
