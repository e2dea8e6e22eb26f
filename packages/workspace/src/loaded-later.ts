import { OpenOnce } from "@precept/core";

/** Something whose package is loaded with the first call. */
export class LoadedLater<Loaded extends AsyncDisposable> implements AsyncDisposable {
  readonly #loading: OpenOnce<Loaded>;
  #loaded: Loaded | undefined;

  constructor(load: () => Promise<Loaded>) {
    this.#loading = new OpenOnce(async () => (this.#loaded = await load()));
  }

  get(): Promise<Loaded> {
    return this.#loading.get();
  }

  /** Undefined before it is loaded. */
  get loaded(): Loaded | undefined {
    return this.#loaded;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    const loaded = await this.#loading.current?.catch(() => undefined);
    await loaded?.[Symbol.asyncDispose]();
  }
}
