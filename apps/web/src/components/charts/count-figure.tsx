import { useFormatters } from '@adtally/i18n/use-formatters.ts'
import { useMessages } from '@adtally/i18n/use-messages.ts'
import { Button } from '@adtally/ui/button.tsx'
import { type ReactNode, Suspense, useState } from 'react'
import { Sheet } from '../header/lazy-dialogs.tsx'

interface CountFigureProps {
  label: string
  value: number
  /** What the count includes and what not. */
  explanation: ReactNode
  /** A quiet line under the count, such as its previous value. */
  note?: ReactNode
  /** Opens what the figure counts. */
  onSource?: () => void
}

/** A count that explains itself when tapped (DESIGN); for money use `Figure`. */
export function CountFigure({ label, value, explanation, note, onSource }: CountFigureProps) {
  const t = useMessages('ui')
  const { number } = useFormatters()
  const [open, setOpen] = useState(false)
  const openSource = () => {
    setOpen(false)
    onSource?.()
  }
  return (
    <>
      <button
        type="button"
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
        className="flex size-full min-h-11 min-w-0 flex-col items-start justify-between rounded-control text-left"
      >
        <span className="text-12 text-muted">{label}</span>
        <span className="text-20 font-medium">
          {number(value)}
          {note && <span className="block font-normal">{note}</span>}
        </span>
      </button>
      {open && (
        <Suspense>
          <Sheet
            open
            onClose={() => setOpen(false)}
            title={label}
            footer={
              onSource && (
                <Button block onClick={openSource}>
                  {t('showSource')}
                </Button>
              )
            }
          >
            <p className="text-28 font-medium">{number(value)}</p>
            <div className="mt-3 text-14 text-muted">{explanation}</div>
          </Sheet>
        </Suspense>
      )}
    </>
  )
}
