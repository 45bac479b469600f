import { Button } from '@adtally/ui/button.tsx'
import { type ReactNode, Suspense, useState } from 'react'
import { ConnectedButton } from '../fields/connected-button.tsx'
import { QuestionDialog } from '../question-dialog.tsx'
import { type Term, TermList } from './term-list.tsx'

interface EndableTermsProps {
  terms: readonly Term[]
  /** The label of the way out, and the texts that confirm it. */
  end: { action: string; question: string; meaning: ReactNode; confirm: string; stay: string }
  busy: boolean
  /** Ends the agreement and calls `onSettled` afterwards, whatever the outcome. */
  onEnd: (onSettled: () => void) => void
}

/** The current terms, and a way to end them that asks once. */
export function EndableTerms({ terms, end, busy, onEnd }: EndableTermsProps) {
  const [asking, setAsking] = useState(false)
  const close = () => setAsking(false)
  return (
    <>
      <TermList terms={terms} />
      <Button variant="secondary" block aria-haspopup="dialog" onClick={() => setAsking(true)}>
        {end.action}
      </Button>
      {asking && (
        <Suspense>
          <QuestionDialog
            title={end.question}
            onClose={close}
            stay={end.stay}
            act={
              <ConnectedButton variant="danger" busy={busy} onClick={() => onEnd(close)}>
                {end.confirm}
              </ConnectedButton>
            }
          >
            {end.meaning}
          </QuestionDialog>
        </Suspense>
      )}
    </>
  )
}
