import { ApiError, referenceOf } from '@adtally/client/api-error.ts'
import { isGone } from '@adtally/client/is-gone.ts'
import { PasskeyUnused } from '@adtally/client/passkey-support.ts'
import { READING } from '@adtally/client/query-defaults.ts'
import { CODES } from '@adtally/contract/reasons.ts'
import { knowConnection } from '@adtally/ui/connection.ts'
import { MutationCache, onlineManager, type Query, QueryCache, QueryClient } from '@tanstack/react-query'
import { failure_reference } from './announcements.ts'
import { reportError } from './report-error.ts'
import { shell_messages } from './shell-messages.ts'

declare module '@tanstack/react-query' {
  interface Register {
    mutationMeta: {
      /** Fields whose refusals the form shows; they get no toast. */
      fields?: readonly string[]
      /** The screen shows every failure itself, except those of the account or session. */
      handlesErrors?: boolean
    }
    queryMeta: {
      /** The screen says itself that the thing does not exist (`Loaded`'s `gone`); no toast for that. */
      saysGone?: boolean
    }
  }
}

const KEEP_FOR_MS = 24 * 60 * 60 * 1000
/** SPEC §8: these lead away from the screen, whoever made the call. */
const WHOLE_APP_CODES: readonly number[] = [
  CODES.not_signed_in,
  CODES.not_activated,
  CODES.disabled,
  CODES.cancelled,
  CODES.token_expired,
]

// A poll that fails each second is reported once, until it succeeds again.
const reported = new WeakSet<Query<unknown, unknown, unknown>>()

function isWholeAppError(error: unknown): boolean {
  return error instanceof ApiError && WHOLE_APP_CODES.includes(error.code)
}

/** Shows the failed request's id, beside whatever the screen says. */
function showReference(error: unknown): void {
  const reference = referenceOf(error)
  if (reference !== null) failure_reference.set(reference)
}

const queryCache = new QueryCache({
  onError(error, query) {
    if (reported.has(query)) return
    if (query.meta?.saysGone && query.state.data === undefined && isGone(error)) return
    reported.add(query)
    showReference(error)
    // Without a connection the failed state or the offline strip says so; toasts are for refusals.
    if (error instanceof ApiError) reportError(error, shell_messages.get())
  },
  onSuccess(_data, query) {
    reported.delete(query)
  },
})

const mutationCache = new MutationCache({
  onError(error, _input, _context, mutation) {
    const meta = mutation.meta
    showReference(error)
    if (isWholeAppError(error)) return reportError(error, shell_messages.get())
    if (meta?.handlesErrors || error instanceof PasskeyUnused) return
    if (error instanceof ApiError && error.field && meta?.fields?.includes(error.field)) return
    reportError(error, shell_messages.get())
  },
})

knowConnection({
  isConnected: () => onlineManager.isOnline(),
  subscribe: (onChange) => onlineManager.subscribe(onChange),
})

/** The cache of answers. */
export const query_client = new QueryClient({
  queryCache,
  mutationCache,
  defaultOptions: {
    queries: { ...READING, gcTime: KEEP_FOR_MS },
  },
})
