import { ApiError } from '@adtally/client/api-error.ts'
import { PasskeyUnused } from '@adtally/client/passkey-support.ts'
import { useMessages } from '@adtally/i18n/use-messages.ts'
import { useState } from 'react'
import { useErrorText } from '../../../lib/error-text.ts'

/** Asking a device for a passkey. */
export interface AskingPasskey {
  failure: string | null
  is_asking: boolean
  ask(): Promise<void>
}

/** Does `work` with a passkey, and says what came of it if not what was wanted. */
export function usePasskey(work: () => Promise<void>): AskingPasskey {
  const t = useMessages('consoleSession')
  const errorText = useErrorText()
  const [failure, setFailure] = useState<string | null>(null)
  const [is_asking, setAsking] = useState(false)
  return {
    failure,
    is_asking,
    async ask() {
      setFailure(null)
      setAsking(true)
      try {
        await work()
      } catch (error) {
        const is_unused = error instanceof PasskeyUnused
        // What somebody gave up by themselves needs no words beside it.
        const is_given_up = error instanceof ApiError && error.reason === 'proof_stale'
        if (!is_given_up) setFailure(is_unused ? t('passkeyUnused') : errorText(error))
      } finally {
        setAsking(false)
      }
    },
  }
}
