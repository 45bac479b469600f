import { AlertDialog } from '@base-ui/react/alert-dialog'
import type { ReactNode } from 'react'
import { useLayer } from './layer.tsx'

export interface DialogProps {
  open: boolean
  /** Called when Escape or a button closes it. */
  onClose: () => void
  title: string
  children?: ReactNode
  /** Buttons, the main one first; each closes the dialog itself. */
  actions: ReactNode
}

/** Asks for a decision before continuing (DESIGN: dialogs only for decisions). */
export function Dialog({ open, onClose, title, children, actions }: DialogProps) {
  useLayer(open, onClose)
  return (
    <AlertDialog.Root open={open} onOpenChange={(next) => !next && onClose()}>
      <AlertDialog.Portal>
        <AlertDialog.Backdrop className="fixed inset-0 z-40 bg-scrim transition-opacity duration-160 data-ending-style:opacity-0 data-ending-style:duration-120 data-starting-style:opacity-0" />
        <AlertDialog.Viewport className="fixed inset-0 z-40 flex items-center justify-center p-6">
          <AlertDialog.Popup className="flex max-h-full w-full max-w-80 flex-col gap-3 overflow-y-auto rounded-card bg-surface p-5 text-ink shadow-raised transition-[opacity,scale] duration-160 data-ending-style:opacity-0 data-ending-style:duration-120 data-starting-style:scale-97 data-starting-style:opacity-0">
            <AlertDialog.Title className="text-20 font-semibold">{title}</AlertDialog.Title>
            {children && (
              <AlertDialog.Description render={<div />} className="text-16 text-muted">
                {children}
              </AlertDialog.Description>
            )}
            <div className="mt-2 flex flex-col gap-2">{actions}</div>
          </AlertDialog.Popup>
        </AlertDialog.Viewport>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  )
}
