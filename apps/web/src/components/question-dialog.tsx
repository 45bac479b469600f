import { Button } from '@adtally/ui/button.tsx'
import type { ReactNode } from 'react'
import { Dialog } from './header/lazy-dialogs.tsx'

interface QuestionDialogProps {
  title: string
  /** What the act does. */
  children: ReactNode
  /** The button for the act. */
  act: ReactNode
  /** The label of the way out. */
  stay: string
  onClose: () => void
}

/** Asks before an act: its effect, its button, and the way out below. */
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
