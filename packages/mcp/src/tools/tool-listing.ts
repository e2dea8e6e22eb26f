/** A tool in the answer to `tools/list`. */
export interface ToolListing {
  readonly name: string;
  readonly title?: string;
  readonly description?: string;
  readonly inputSchema: { readonly type: "object"; readonly [key: string]: unknown };
  readonly outputSchema?: { readonly type: "object"; readonly [key: string]: unknown };
  readonly annotations?: object;
  readonly _meta?: Readonly<Record<string, unknown>>;
}
