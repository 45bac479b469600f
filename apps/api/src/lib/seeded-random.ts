/**
 * Numbers of at least 0 and below 1, the same ones for the same seed, for trials and tests: a counter, each of whose steps is
 * mixed by multiplying and shifting, so that sequences of different seeds have nothing to do with each other.
 */
export function seededRandom(seed: number): () => number {
  let count = Math.trunc(seed) | 0
  return () => {
    count = (count + 0x9e3779b9) | 0
    let mixed = Math.imul(count ^ (count >>> 16), 0x85ebca6b)
    mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35)
    return ((mixed ^ (mixed >>> 16)) >>> 0) / 2 ** 32
  }
}
