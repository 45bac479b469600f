import { useMessages } from '@adtally/i18n/use-messages.ts'
import type { ReactNode } from 'react'
import { Outcome } from '../../../components/outcome.tsx'

/** Says that a link no longer works, and where to go instead. */
export function LinkInvalid({ text, children }: { text: string; children: ReactNode }) {
  const t = useMessages('loginPassword')
  return (
    <Outcome icon="warning" colour="var(--color-negative)" title={t('linkInvalidTitle')} text={text} is_first>
      {children}
    </Outcome>
  )
}
