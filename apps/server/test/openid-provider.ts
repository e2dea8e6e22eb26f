import { createHash, generateKeyPairSync, randomUUID, sign, type KeyObject } from "node:crypto";
import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { onTestFinished } from "vitest";

type Fields = Record<string, unknown>;

/** What the provider answers differently from the specification, or slowly. Tests change it at any time. */
interface ProviderFaults {
  /** Added to the claims of the ID token. Undefined values remove claims. */
  claims: Fields;
  /** Added to the answer at `/.well-known/openid-configuration`. */
  metadata: Fields;
  /** The claims at the endpoint for user information. Undefined: it has no such endpoint. */
  userInfo: Fields | undefined;
  /** Whether it signs with a key that it does not publish. */
  signsWithOtherKey: boolean;
  /** The path of the requests that it never answers. */
  hangsAt: string | undefined;
}

/** An OpenID Connect provider on the loopback interface that tests can make answer wrongly. */
export interface TestProvider {
  readonly issuer: string;
  readonly faults: ProviderFaults;
  /** Logs a user in at the provider. @returns the address to which it sends the browser. */
  readonly authorize: (address: string) => string;
}

interface Grant {
  readonly challenge: string;
  readonly nonce: string;
  readonly clientId: string;
}

/** Starts a provider with a key of its own. It stops when the test has finished. */
export async function startTestProvider(): Promise<TestProvider> {
  const [keys, otherKeys] = [0, 1].map(() => generateKeyPairSync("rsa", { modulusLength: 2048 })) as [KeyPair, KeyPair];
  const grants = new Map<string, Grant>();
  const faults: ProviderFaults = { claims: {}, metadata: {}, userInfo: undefined, signsWithOtherKey: false, hangsAt: undefined };
  const server = createServer((request, response) => void answer(request, response)).listen(0, "127.0.0.1");
  await once(server, "listening");
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });

  const routes: Readonly<Record<string, (body: URLSearchParams) => Fields>> = {
    "/.well-known/openid-configuration": () => ({
      issuer,
      authorization_endpoint: `${issuer}/authorize`,
      token_endpoint: `${issuer}/token`,
      jwks_uri: `${issuer}/jwks`,
      end_session_endpoint: `${issuer}/logout`,
      ...(faults.userInfo !== undefined && { userinfo_endpoint: `${issuer}/userinfo` }),
      response_types_supported: ["code"],
      subject_types_supported: ["public"],
      id_token_signing_alg_values_supported: ["RS256"],
      ...faults.metadata,
    }),
    "/jwks": () => ({ keys: [{ ...keys.publicKey.export({ format: "jwk" }), kid: "one", alg: "RS256", use: "sig" }] }),
    "/token": (body) => {
      const code = body.get("code") ?? "";
      const grant = grants.get(code);
      grants.delete(code);
      const challenge = createHash("sha256")
        .update(body.get("code_verifier") ?? "")
        .digest("base64url");
      if (grant?.challenge !== challenge) return { error: "invalid_grant" };
      return { access_token: "access", token_type: "Bearer", id_token: idTokenFor(grant) };
    },
    "/userinfo": () => ({ sub: "subject", ...faults.userInfo }),
  };

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname } = new URL(request.url ?? "", issuer);
    const body = new URLSearchParams(await text(request));
    if (pathname === faults.hangsAt) return;
    const fields = routes[pathname]?.(body) ?? { error: "not_found" };
    response.writeHead("error" in fields ? 400 : 200, { "content-type": "application/json" }).end(JSON.stringify(fields));
  }

  function idTokenFor({ nonce, clientId }: Grant): string {
    const now = Math.floor(Date.now() / 1000);
    const claims = { iss: issuer, sub: "subject", aud: clientId, iat: now, exp: now + 300, nonce, ...faults.claims };
    return signToken(claims, (faults.signsWithOtherKey ? otherKeys : keys).privateKey);
  }

  return {
    issuer,
    faults,
    authorize(address) {
      const { searchParams } = new URL(address);
      const read = (name: string): string => searchParams.get(name) ?? "";
      const code = randomUUID();
      grants.set(code, { challenge: read("code_challenge"), nonce: read("nonce"), clientId: read("client_id") });
      return `${read("redirect_uri")}?${new URLSearchParams({ code, state: read("state") }).toString()}`;
    },
  };
}

interface KeyPair {
  readonly publicKey: KeyObject;
  readonly privateKey: KeyObject;
}

function signToken(claims: Fields, key: KeyObject): string {
  const content = `${encode({ alg: "RS256", kid: "one" })}.${encode(claims)}`;
  return `${content}.${sign("sha256", Buffer.from(content), key).toString("base64url")}`;
}

function encode(value: unknown): string {
  return Buffer.from(JSON.stringify(value)).toString("base64url");
}
