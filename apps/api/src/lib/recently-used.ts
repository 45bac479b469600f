import { LRUCache } from 'lru-cache'

/** Called with what leaves the cache, for whatever reason. */
type Dispose<K, V> = (value: V, key: K) => void

/**
 * A cache of the `entries_max` entries used last. Its room grows with what it holds: bounded by `max`, lru-cache takes the
 * room of all of them when it is made.
 */
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
