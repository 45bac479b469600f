import { LRUCache } from 'lru-cache'

/** Called with each entry that leaves the cache. */
type Dispose<K, V> = (value: V, key: K) => void

/** A cache of the `entries_max` entries used last. It grows as needed; lru-cache's own `max` allocates at once. */
export function recentlyUsed<K extends {}, V extends {}>(
  entries_max: number,
  dispose?: Dispose<K, V>,
): LRUCache<K, V> {
  return new LRUCache<K, V>({
    maxSize: entries_max,
    sizeCalculation: () => 1,
    ...(dispose && { dispose }),
  })
}
