import { hash } from 'node:crypto'

/** An ETag from the content, so that all processes give the same answer the same tag. */
export function tagOf(text: string): string {
  return `"${hash('sha1', text, 'base64url')}"`
}

/** Whether If-None-Match contains the tag, by weak comparison (RFC 9110 §13.1.2); usually it is just that tag. */
export function namesTag(if_none_match: string, etag: string): boolean {
  if (if_none_match === etag || if_none_match.trim() === '*') return true
  return if_none_match.split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag)
}
