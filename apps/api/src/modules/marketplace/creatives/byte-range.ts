/** A part of a file: its first byte and the one after its last. */
export interface ByteRange {
  begin: number
  end: number
}

const ONE_RANGE = /^bytes=(\d{0,15})-(\d{0,15})$/i

/**
 * The part that a `Range` header asks for (RFC 9110 §14.1.2). `whole`: there is none, or one that need not be followed,
 * as of other units or of several parts at once; `none`: the file has no such part.
 */
export function rangeOf(header: string | undefined, length: number): ByteRange | 'whole' | 'none' {
  const found = ONE_RANGE.exec(header?.replaceAll(' ', '') ?? '')
  const [first = '', last = ''] = found?.slice(1) ?? []
  if (first === '' && last === '') return 'whole'
  if (first === '') {
    const size = Math.min(Number(last), length)
    return size > 0 ? { begin: length - size, end: length } : 'none'
  }
  const begin = Number(first)
  if (last !== '' && Number(last) < begin) return 'whole'
  if (begin >= length) return 'none'
  return { begin, end: last === '' ? length : Math.min(Number(last) + 1, length) }
}
