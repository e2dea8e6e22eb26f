/** What a browser keeps while its user logs in at the provider. */
export interface PendingLogin {
  /** Comes back in the address of the callback. */
  readonly state: string;
  /** Comes back in the ID token. */
  readonly nonce: string;
  /** The secret of PKCE, without which a stolen code is worthless. */
  readonly verifier: string;
}

const fields = ["state", "nonce", "verifier"] as const;

/** Each field is random text of the alphabet of base64url. */
const fieldPattern = /^[\w-]{20,128}$/;

export function formatPendingLogin(pending: PendingLogin): string {
  return fields.map((field) => pending[field]).join(".");
}

/** Undefined for a text of another form. */
export function parsePendingLogin(text: string | undefined): PendingLogin | undefined {
  const [state = "", nonce = "", verifier = "", ...more] = text?.split(".") ?? [];
  const isValid = more.length === 0 && [state, nonce, verifier].every((field) => fieldPattern.test(field));
  return isValid ? { state, nonce, verifier } : undefined;
}
