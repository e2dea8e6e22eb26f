import { fromJson, toJson, type DescMessage, type JsonObject, type JsonValue, type MessageShape } from "@bufbuild/protobuf";
import { shortestFloat } from "./shortest-float.ts";

/** Converts a message to the plain object that `MemoryService` of `@precept/core` reads. Absent fields are absent. */
export function fromRequestMessage<Schema extends DescMessage>(schema: Schema, message: MessageShape<Schema>): JsonObject {
  const fields = toJson(schema, message, { useProtoFieldName: true, alwaysEmitImplicit: true }) as JsonObject;
  const { score_threshold: threshold } = fields as { readonly score_threshold?: JsonValue };
  return typeof threshold === "number" ? { ...fields, score_threshold: shortestFloat(threshold) } : fields;
}

/** Converts a plain request to a message. @throws Error if a field is unknown or has another type. */
export function toRequestMessage<Schema extends DescMessage>(schema: Schema, request: object): MessageShape<Schema> {
  return fromJson(schema, withoutUndefined(request));
}

function withoutUndefined(value: object): JsonObject {
  const fields = Object.entries(value) as [string, JsonValue | undefined][];
  return Object.fromEntries(fields.filter((field): field is [string, JsonValue] => field[1] !== undefined));
}
