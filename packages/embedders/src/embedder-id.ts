import { sha256 } from "@precept/files";

export interface EmbedderIdParts {
  readonly provider: "local" | "http";
  readonly model: string;
  /** The version of the model: a hash of its files, or the endpoint that serves it. */
  readonly revision: string;
  /** Changes the vectors of documents. Default: none. */
  readonly documentPrefix?: string | undefined;
  readonly dim: number;
}

/**
 * Returns the id of an embedder, `provider:model:revision:dim`. Colons, percent signs and spaces inside of a part are
 * percent-encoded, so different parts never give the same id. A document prefix is part of the revision. A query prefix
 * is not part of the id, because it leaves stored vectors valid.
 */
export function embedderId({ provider, model, revision, documentPrefix = "", dim }: EmbedderIdParts): string {
  const version = documentPrefix === "" ? revision : `${revision}+prefix-${shortHash(documentPrefix)}`;
  return [provider, model, version, String(dim)].map(encodePart).join(":");
}

/** Returns the first 64 bits of a SHA-256, in hexadecimal. */
export function shortHash(content: string): string {
  return sha256(content).slice(0, 16);
}

function encodePart(part: string): string {
  return part.replace(/[%:\s\p{Cc}\p{Surrogate}]/gu, (character) =>
    encodeURIComponent(character.replace(/\p{Surrogate}/u, "\uFFFD")),
  );
}
