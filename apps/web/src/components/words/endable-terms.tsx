import { Button } from '@adtally/ui/button.tsx'
import { type ReactNode, Suspense, useState } from 'react'
import { ConnectedButton } from '../fields/connected-button.tsx'
import { QuestionDialog } from '../question-dialog.tsx'
import { type Term, TermList } from './term-list.tsx'

interface EndableTermsProps {
  terms: readonly Term[]
  /** What the way out is called, and all that is said before it is gone. */
  end: { action: string; question: string; meaning: ReactNode; confirm: string; stay: string }
  busy: boolean
  /** Ends it and calls `onSettled` afterwards, whatever came of it. */
  onEnd: (onSettled: () => void) => void
}

/** What is agreed at present, and the way out of it, which asks once. */
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
