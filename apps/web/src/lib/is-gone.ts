import { ApiError } from './api-error.ts'

/** Whether what an address names is not there: unknown, somebody else's, or named by no id at all. */
export function isGone(error: unknown): boolean {
  if (!(error instanceof ApiError)) return false
  const { reason, field } = error
  return reason?.endsWith('_not_found') || (reason === 'field_invalid' && field?.endsWith('_id')) || false
}
