import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { buildTinyOnnx } from "./tiny-onnx.ts";

/** The number of dimensions of the tiny model. */
export const tinyDim = 16;
/** The maximum number of tokens of a text, including the two that the tokenizer adds. */
export const tinyMaxTokens = 16;

const special = ["[PAD]", "[UNK]", "[CLS]", "[SEP]"];
const words =
  "a all and api branch bug cart cents check code commit database docs error file fix function in is log money never no of query rule run secret sql tabs test the tests to use write";
/** 40 tokens. */
const vocabulary = [...special, ...words.split(" ")];

/** The properties of a tiny model. */
export interface TinyModelOptions {
  /** Another seed gives different vectors. Default 1. */
  readonly seed?: number;
  /** The subdirectory of the ONNX file. Default `onnx`. */
  readonly subfolder?: string;
  /** Further keys of `tokenizer_config.json`, which replace the usual ones. Default: none. */
  readonly tokenizerConfig?: object;
}

/** Writes a BERT-like model of a few kilobytes to a new directory, in the format of the hub and `hf download`. */
export async function writeTinyModel(dir: string, options: TinyModelOptions = {}): Promise<void> {
  for (const [path, content] of tinyModelFiles(options)) {
    await mkdir(join(dir, path, ".."), { recursive: true });
    await writeFile(join(dir, path), content);
  }
}

/** Returns the files of a tiny model by path. */
export function tinyModelFiles({ seed = 1, subfolder = "onnx", tokenizerConfig = {} }: TinyModelOptions = {}): ReadonlyMap<
  string,
  Uint8Array | string
> {
  const config = { model_type: "bert", architectures: ["BertModel"], hidden_size: tinyDim, vocab_size: vocabulary.length };
  const usual = { tokenizer_class: "BertTokenizer", model_max_length: tinyMaxTokens };
  return new Map<string, Uint8Array | string>([
    ["config.json", JSON.stringify(config)],
    ["tokenizer.json", JSON.stringify(tokenizer())],
    ["tokenizer_config.json", JSON.stringify({ ...usual, ...tokenizerConfig })],
    [join(subfolder, "model.onnx"), buildTinyOnnx({ tokens: vocabulary.length, dim: tinyDim, seed })],
  ]);
}

function tokenizer(): object {
  const id = (token: string): number => vocabulary.indexOf(token);
  return {
    version: "1.0",
    added_tokens: special.map((content) => ({
      id: id(content),
      content,
      special: true,
      single_word: false,
      lstrip: false,
      rstrip: false,
      normalized: false,
    })),
    normalizer: { type: "BertNormalizer", clean_text: true, handle_chinese_chars: true, strip_accents: null, lowercase: true },
    pre_tokenizer: { type: "BertPreTokenizer" },
    post_processor: {
      type: "TemplateProcessing",
      single: [
        { SpecialToken: { id: "[CLS]", type_id: 0 } },
        { Sequence: { id: "A", type_id: 0 } },
        { SpecialToken: { id: "[SEP]", type_id: 0 } },
      ],
      pair: [],
      special_tokens: Object.fromEntries(
        ["[CLS]", "[SEP]"].map((token) => [token, { id: token, ids: [id(token)], tokens: [token] }]),
      ),
    },
    decoder: { type: "WordPiece", prefix: "##", cleanup: true },
    model: {
      type: "WordPiece",
      unk_token: "[UNK]",
      continuing_subword_prefix: "##",
      max_input_chars_per_word: 100,
      vocab: Object.fromEntries(vocabulary.map((token, at) => [token, at])),
    },
  };
}
