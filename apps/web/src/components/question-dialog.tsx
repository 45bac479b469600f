import { Button } from '@adtally/ui/button.tsx'
import type { ReactNode } from 'react'
import { Dialog } from './header/lazy-dialogs.tsx'

interface QuestionDialogProps {
  title: string
  /** What the act does. */
  children: ReactNode
  /** The button that does it. */
  act: ReactNode
  /** The words of the way out. */
  stay: string
  onClose: () => void
}

/** Asks before an act: what it does, its button, and the way out below it. */
export function QuestionDialog({ title, children, act, stay, onClose }: QuestionDialogProps) {
  return (
    <Dialog
      open
      onClose={onClose}
      title={title}
      actions={
        <>
          {act}
          <Button block variant="quiet" onClick={onClose}>
            {stay}
          </Button>
        </>
      }
    >
      {children}
    </Dialog>
  )
}
