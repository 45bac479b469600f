import { ApiError } from './api-error.ts'

/** Whether the address names nothing: an unknown id, somebody else's, or a malformed one. */
export function isGone(error: unknown): boolean {
  if (!(error instanceof ApiError)) return false
  const { reason, field } = error
  return reason?.endsWith('_not_found') || (reason === 'field_invalid' && field?.endsWith('_id')) || false
}
