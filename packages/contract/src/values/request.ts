/**
 * The formats of the prompt section: Markdown headings, short headers as in `.mdc` files, XML tags, or only the texts
 * of the rules between lines of asterisks, which takes the fewest tokens.
 */
export const promptFormats = ["markdown", "mdc", "xml", "compact"] as const;

export type PromptFormat = (typeof promptFormats)[number];

/**
 * `priority`: by scope, then priority, both descending, then by name. `source`: rules that always apply, then those
 * that apply by file, then those that were requested or found by search; within each by root, then path.
 */
export const ruleOrders = ["priority", "source"] as const;

export type RuleOrder = (typeof ruleOrders)[number];

/**
 * How rules are found: by words (`sparse`, BM25), by meaning (`dense`, the cosine of vectors), or by both (`hybrid`, the
 * sum of the score by words and of what stands out by meaning). Each of the two is a leg of a search.
 */
export const searchModes = ["hybrid", "dense", "sparse"] as const;

export type SearchMode = (typeof searchModes)[number];

/**
 * Why a search used another mode than the requested one, or did not see all vectors.
 *
 * - `no_embedder`: no embedder is configured.
 * - `embedder_failed`: the embedder did not answer.
 * - `vectors_incomplete`: some rules have no vector of the current embedder yet. They can only be found by words.
 */
export const searchDegradations = ["no_embedder", "embedder_failed", "vectors_incomplete"] as const;

export type SearchDegradation = (typeof searchDegradations)[number];

/** The header with positions of stores, which are opaque texts. Several are separated by commas. */
export const positionHeader = "precept-position";
