import type * as transformers from "@huggingface/transformers";
import { errorCode, messageOf } from "@precept/files";
import { embedderFailure } from "../failure.ts";

export type Transformers = typeof transformers;

/**
 * Imports `@huggingface/transformers`, which takes some 100 ms.
 *
 * @param name names the embedder in messages.
 * @throws PreceptError `EMBEDDER_FAILED` if it is not installed.
 */
export async function importTransformers(name: string): Promise<Transformers> {
  try {
    return await import("@huggingface/transformers");
  } catch (error) {
    const isMissing = errorCode(error) === "ERR_MODULE_NOT_FOUND" && messageOf(error).includes("@huggingface/transformers");
    throw embedderFailure(
      name,
      isMissing
        ? "the package @huggingface/transformers is not installed"
        : `the package @huggingface/transformers could not be loaded: ${firstLine(error)}`,
      { remedy: "Run `npm install @huggingface/transformers`.", cause: error },
    );
  }
}

export function firstLine(error: unknown): string {
  return messageOf(error).split("\n", 1).join("").replace(/\.$/, "");
}
