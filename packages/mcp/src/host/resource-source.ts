import type { Cancellable } from "@precept/core";

/** A resource as it is listed. */
export interface ListedResource {
  readonly uri: string;
  readonly name: string;
  readonly title?: string;
  readonly description?: string;
  readonly mimeType?: string;
}

/** A template of the URIs of resources, with one variable in braces. */
export interface ListedResourceTemplate extends Omit<ListedResource, "uri"> {
  readonly uriTemplate: string;
}

/** The text of a resource. */
export interface ResourceText {
  readonly uri: string;
  readonly mimeType: string;
  readonly text: string;
}

/** A change of the resources of a source: of their list, or of one of them. */
export type ResourceChange = { readonly kind: "list" } | { readonly kind: "updated"; readonly uri: string };

/** Resources of one kind that a session may read. The URIs of different sources differ. */
export interface ResourceSource {
  readonly templates?: readonly ListedResourceTemplate[];
  /** Lists the resources, in any order. The server sorts them by URI and splits the list into pages. */
  list(): Promise<readonly ListedResource[]>;
  /** Reads a resource. Returns undefined if the source has no resource with this URI. */
  read(uri: string, options?: Cancellable): Promise<readonly ResourceText[] | undefined>;
  /** Suggests values of a template's variable for a typed beginning, best first. Clients get at most 100. */
  complete?(uriTemplate: string, value: string): Promise<readonly string[]>;
  /** Calls the listener with each change. Returns a function that unsubscribes. Absent: nothing changes. */
  subscribe?(listener: (change: ResourceChange) => void): () => void;
}
