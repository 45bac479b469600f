import { LRUCache } from 'lru-cache'

/** A file as it is sent. */
export interface ServedFile {
  media_type: string
  content: Buffer
}

/** Some dozens of films, or thousands of pictures. */
const BYTES_MAX = 64 * 1024 * 1024

/**
 * The files that were asked for last, up to 64 MB, so that players that ask part by part don't have the database read a
 * whole film each time. A file never changes, so none is ever stale; one that is asked for twice at once is read once.
 */
export class AssetCache {
  readonly #files = new LRUCache<string, ServedFile>({
    maxSize: BYTES_MAX,
    sizeCalculation: ({ content }) => Math.max(1, content.length),
  })
  readonly #reading = new Map<string, Promise<ServedFile | null>>()

  /** The file by this name; `read` brings it where it isn't kept, null for one that there isn't. */
  async get(name: string, read: () => Promise<ServedFile | null>): Promise<ServedFile | null> {
    const kept = this.#files.get(name)
    if (kept) return kept
    const already = this.#reading.get(name)
    if (already) return await already
    const reading = read()
      .then((file) => {
        if (file) this.#files.set(name, file)
        return file
      })
      .finally(() => this.#reading.delete(name))
    this.#reading.set(name, reading)
    return await reading
  }
}
