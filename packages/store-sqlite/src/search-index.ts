import { createHash } from "node:crypto";
import { ruleOf, type JsonRow, countRuleTerms, PreceptError, searchTextOf, type Rule } from "@precept/core";
import type { Driver } from "./driver.ts";
import { ownerTokens } from "./owner-tokens.ts";
import { recreateIndex, ensureIndex, hasFts5 } from "./search-schema.ts";
import { storeFailed } from "./failure.ts";
import type { CompleteOptions } from "./options.ts";

const readPosition = "SELECT position FROM search_state";
const nextRevisions = "SELECT revision, rule_id AS id FROM revisions WHERE revision > ? ORDER BY revision LIMIT ?";
const movePosition = "UPDATE search_state SET position = ?";

/** Updates the index in the transaction of a write. @param limit the number of revisions. Default: all. */
export function updateIndex(driver: Driver, limit = -1): void {
  const { position } = driver.get(readPosition) as { readonly position: number };
  const revisions = driver.all(nextRevisions, position, limit) as readonly { readonly revision: number; readonly id: string }[];
  // The index has the current state of a rule, so each rule is updated once.
  for (const id of new Set(revisions.map((revision) => revision.id))) updateDocument(driver, id);
  const last = revisions.at(-1);
  if (last !== undefined) driver.run(movePosition, last.revision);
}

const lastRevision = "SELECT coalesce(max(revision), 0) AS revision FROM revisions";

/** Whether a program without FTS5 wrote rules since the last update of the index. */
function isIndexBehind(driver: Driver): boolean {
  const { position, last } = indexProgress(driver);
  return position < last;
}

interface Document {
  readonly document: number;
  readonly length: number;
  readonly index_digest: string;
  readonly text_digest: string;
}

const currentRule = "SELECT r.revision, v.rule FROM rules r CROSS JOIN revisions v ON v.revision = r.revision WHERE r.id = ?";
const findDocument = "SELECT document, length, index_digest, text_digest FROM search_documents WHERE rule_id = ?";

function updateDocument(driver: Driver, id: string): void {
  const content = readContent(driver, id);
  const document = driver.get(findDocument, id) as Document | undefined;
  if (content === undefined) {
    if (document !== undefined) removeDocument(driver, document);
  } else if (document === undefined) addDocument(driver, id, content);
  else changeDocument(driver, document, content);
}

/** @returns undefined if the rule does not exist, or is invalid. Reading it reports the problem. */
function readContent(driver: Driver, id: string): DocumentContent | undefined {
  const row = driver.get(currentRule, id) as JsonRow | undefined;
  if (row === undefined) return undefined;
  try {
    return contentOf(ruleOf(row, ""));
  } catch (error) {
    if (PreceptError.is(error, "STORE_FAILED")) return undefined;
    throw error;
  }
}

/** The data of a rule in the index. */
interface DocumentContent {
  readonly terms: string;
  /** Its tokens, joined by spaces. */
  readonly owner: string;
  readonly length: number;
  readonly vocabulary: Iterable<string>;
  readonly indexDigest: string;
  readonly textDigest: string;
}

function contentOf(rule: Rule): DocumentContent {
  const { frequencies, length } = countRuleTerms(rule);
  // With a space on both sides of each term, so that a search for ` term ` finds whole terms.
  let terms = " ";
  for (const [term, frequency] of frequencies) terms += `${term} `.repeat(frequency);
  const owner = ownerTokens(rule).join(" ");
  return {
    terms,
    owner,
    length,
    vocabulary: frequencies.keys(),
    indexDigest: digestOf(`${owner}\n${terms}`),
    textDigest: digestOf(searchTextOf(rule)),
  };
}

function digestOf(text: string): string {
  return createHash("sha256").update(text).digest("base64url").slice(0, 22);
}

const insertDocument = "INSERT INTO search_documents (rule_id, length, index_digest, text_digest) VALUES (?, ?, ?, ?)";
const countDocument = "UPDATE search_state SET documents = documents + ?, length = length + ?";

function addDocument(driver: Driver, id: string, content: DocumentContent): void {
  const { rowid } = driver.run(insertDocument, id, content.length, content.indexDigest, content.textDigest);
  addTerms(driver, rowid, content);
  driver.run(countDocument, 1, content.length);
}

const changeDigests = "UPDATE search_documents SET length = ?, index_digest = ?, text_digest = ? WHERE document = ?";
const removeVectors = "DELETE FROM search_vectors WHERE document = ?";

function changeDocument(driver: Driver, document: Document, content: DocumentContent): void {
  const { length, indexDigest, textDigest } = content;
  if (document.index_digest === indexDigest && document.text_digest === textDigest) return;
  if (document.text_digest !== textDigest) driver.run(removeVectors, document.document);
  if (document.index_digest !== indexDigest) {
    removeTerms(driver, document);
    addTerms(driver, document.document, content);
    driver.run(countDocument, 0, length - document.length);
  }
  driver.run(changeDigests, length, indexDigest, textDigest, document.document);
}

const insertTerms = "INSERT INTO search_index (rowid, terms, owner) VALUES (?, ?, ?)";
const insertVocabulary = "INSERT OR IGNORE INTO search_terms (term) SELECT value FROM json_each(?)";

function addTerms(driver: Driver, document: number, { terms, owner, length, vocabulary }: DocumentContent): void {
  driver.run(insertTerms, document, terms, owner);
  driver.run(insertVocabulary, JSON.stringify([...vocabulary]));
  countOwner(driver, owner, 1, length);
}

const readOwner = "SELECT owner FROM search_index WHERE rowid = ?";
const deleteTerms = "DELETE FROM search_index WHERE rowid = ?";

function removeTerms(driver: Driver, { document, length }: Document): void {
  const row = driver.get(readOwner, document) as { readonly owner: string } | undefined;
  // The index has been emptied.
  if (row === undefined) return;
  driver.run(deleteTerms, document);
  countOwner(driver, row.owner, -1, -length);
}

const addToOwner = `
INSERT INTO search_owners (project, user, documents, length) VALUES (?, ?, ?, ?)
ON CONFLICT (project, user) DO UPDATE SET documents = documents + excluded.documents, length = length + excluded.length`;
const removeEmptyOwner = "DELETE FROM search_owners WHERE project = ? AND user = ? AND documents = 0";

function countOwner(driver: Driver, owner: string, documents: number, length: number): void {
  const [project = "", user = ""] = owner.split(" ");
  driver.run(addToOwner, project, user, documents, length);
  if (documents < 0) driver.run(removeEmptyOwner, project, user);
}

function removeDocument(driver: Driver, document: Document): void {
  removeTerms(driver, document);
  driver.run(removeVectors, document.document);
  driver.run("DELETE FROM search_documents WHERE document = ?", document.document);
  driver.run(countDocument, -1, -document.length);
}

const resetDocuments = `
DELETE FROM search_documents WHERE NOT EXISTS (SELECT 1 FROM rules r WHERE r.id = rule_id);
UPDATE search_documents SET index_digest = '', length = 0;
UPDATE search_state SET position = 0, documents = (SELECT count(*) FROM search_documents), length = 0;
DELETE FROM search_owners;
DELETE FROM search_terms;`;

/** Empties the index, so that updates build it from the beginning. Vectors remain. Call it in a transaction. */
export function resetIndex(driver: Driver): void {
  recreateIndex(driver);
  driver.exec(resetDocuments);
}

/** The last revision in the index, and the last one of the file. */
export function indexProgress(driver: Driver): { readonly position: number; readonly last: number } {
  const { position } = driver.get(readPosition) as { readonly position: number };
  return { position, last: (driver.get(lastRevision) as { readonly revision: number }).revision };
}

type SearchFileOptions = Pick<CompleteOptions, "id" | "path" | "readOnly">;

/** The number of rules per transaction when an outdated index is updated. */
const chunkSize = 500;

/** Updates the search index of a file, now and in each transaction. Does nothing if SQLite has no FTS5. */
export function withSearchIndex<Wrapped extends Driver>(
  driver: Wrapped,
  { readOnly }: Pick<SearchFileOptions, "readOnly">,
): Wrapped {
  if (readOnly || !hasFts5(driver)) return driver;
  ensureIndex(driver, readOnly);
  while (isIndexBehind(driver)) driver.transaction(() => updateIndex(driver, chunkSize));
  return {
    ...driver,
    transaction: (work) =>
      driver.transaction(() => {
        const result = work();
        updateIndex(driver);
        return result;
      }),
  };
}

/**
 * Checks that a file has an index with all rules.
 *
 * @throws PreceptError `STORE_CAPABILITY_MISSING` if the SQLite has no FTS5, `STORE_FAILED` if the file is read-only
 *   and its index is behind.
 */
export function assertSearchable(driver: Driver, { id: store, path, readOnly }: SearchFileOptions): void {
  if (!hasFts5(driver)) {
    const reason = "this build of SQLite has no FTS5; install better-sqlite3, which has it";
    throw new PreceptError("STORE_CAPABILITY_MISSING", { store, capability: "search", reason });
  }
  if (!readOnly || (ensureIndex(driver, readOnly) && !isIndexBehind(driver))) return;
  throw storeFailed({ store }, `the search index of "${path}" is not up to date; open the file once for writing`);
}
