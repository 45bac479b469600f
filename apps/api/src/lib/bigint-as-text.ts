/** For `JSON.stringify`, which has no word for a bigint: as decimal text. */
export function bigintAsText(_name: string, value: unknown): unknown {
  return typeof value === 'bigint' ? String(value) : value
}
