/** A cookie of the console. Scripts cannot read it. */
interface CookieSpec {
  /** The beginning of its name. Cookies do not distinguish ports, so the whole name has the port. */
  readonly name: string;
  readonly path: string;
  /** Whether browsers send it with links from other sites, as those of a provider. They send neither with requests of such sites. */
  readonly sameSite: "Strict" | "Lax";
  readonly maxAgeSeconds: number;
}

/** How long a session lasts, in seconds. */
const sessionSeconds = 43_200;
/** How long a login at a provider may take, in seconds. */
const loginSeconds = 600;

/** The id of a session. */
export const sessionCookie: CookieSpec = {
  name: "precept-session",
  path: "/",
  sameSite: "Strict",
  maxAgeSeconds: sessionSeconds,
};

/** What a browser keeps while its user logs in at a provider. */
export const loginCookie: CookieSpec = {
  name: "precept-login",
  path: "/api/v1/session",
  sameSite: "Lax",
  maxAgeSeconds: loginSeconds,
};

/**
 * Returns the value of a cookie. Undefined if there are several: a page of another port or of a subdomain has added one, and
 * which is the user's is unknown.
 *
 * @param cookies the header `Cookie`.
 */
export function readCookie(spec: CookieSpec, cookies: string | undefined, host: string): string | undefined {
  const prefix = `${nameOf(spec, host)}=`;
  const found = cookies
    ?.split(";")
    .map((one) => one.trim())
    .filter((one) => one.startsWith(prefix));
  return found?.length === 1 ? found[0]?.slice(prefix.length) : undefined;
}

/** Returns the header that gives a browser a cookie. @param isEncrypted whether the page was loaded with TLS. */
export function setCookie(spec: CookieSpec, host: string, value: string, isEncrypted: boolean): string {
  return `${nameOf(spec, host)}=${value}; Max-Age=${spec.maxAgeSeconds}; ${attributesOf(spec)}${isEncrypted ? "; Secure" : ""}`;
}

/** Returns the header that makes a browser forget a cookie. */
export function clearCookie(spec: CookieSpec, host: string): string {
  return `${nameOf(spec, host)}=; Max-Age=0; ${attributesOf(spec)}`;
}

function attributesOf({ path, sameSite }: CookieSpec): string {
  return `Path=${path}; HttpOnly; SameSite=${sameSite}`;
}

function nameOf({ name }: CookieSpec, host: string): string {
  return `${name}-${/:(\d+)$/.exec(host)?.[1] ?? "default"}`;
}
