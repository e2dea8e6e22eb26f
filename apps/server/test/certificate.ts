import { execFileSync } from "node:child_process";
import { chmodSync } from "node:fs";
import { join } from "node:path";

/** Creates a key and a self-signed certificate for localhost. @returns their paths. */
export function createCertificate(dir: string): { readonly cert: string; readonly key: string } {
  const [cert, key] = [join(dir, "cert.pem"), join(dir, "key.pem")];
  const subject = ["-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost,IP:127.0.0.1"];
  const options = ["-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days", "1"];
  execFileSync("openssl", ["req", ...options, ...subject, "-keyout", key, "-out", cert], { stdio: "pipe" });
  chmodSync(key, 0o600);
  return { cert, key };
}
