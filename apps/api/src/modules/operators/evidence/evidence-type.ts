import type { EvidenceType } from '@adtally/contract/operator/statement/files.ts'

/** The endings that a name may have, by what the file is. */
const ENDINGS: Readonly<Record<EvidenceType, readonly string[]>> = {
  'application/pdf': ['pdf'],
  'image/png': ['png'],
  'image/jpeg': ['jpg', 'jpeg'],
  'image/webp': ['webp'],
  'text/plain': ['txt', 'csv', 'eml', 'log', 'md'],
}

const startsWith = (content: Buffer, text: string, at = 0) =>
  content.toString('latin1', at, at + text.length) === text

/** A file's type by its bytes, whatever it is called; null for one that evidence can't be. */
export function evidenceTypeOf(content: Buffer): EvidenceType | null {
  if (startsWith(content, '%PDF-')) return 'application/pdf'
  if (startsWith(content, '\x89PNG\r\n\x1a\n')) return 'image/png'
  if (startsWith(content, '\xff\xd8\xff')) return 'image/jpeg'
  if (startsWith(content, 'RIFF') && startsWith(content, 'WEBP', 8)) return 'image/webp'
  return isText(content) ? 'text/plain' : null
}

/** Whether a name's ending says something else than what the file is; one without an ending says nothing. */
export function isCalledOtherwise(name: string, type: EvidenceType): boolean {
  const [, ending] = /\.([^.]{1,16})$/.exec(name) ?? []
  return ending !== undefined && !ENDINGS[type].includes(ending.toLowerCase())
}

const decoder = new TextDecoder('utf-8', { fatal: true })
/** What a text has of control characters: tabs, line breaks and page breaks. */
const SET_APART = new Set([0x09, 0x0a, 0x0c, 0x0d])
const DELETE = 0x7f

/** UTF-8 without control characters. */
function isText(content: Buffer): boolean {
  if (content.some((byte) => (byte < 0x20 && !SET_APART.has(byte)) || byte === DELETE)) return false
  try {
    decoder.decode(content)
    return true
  } catch {
    return false
  }
}
