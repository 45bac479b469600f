import { Button } from '@adtally/ui/button.tsx'
import { PIN_LENGTH, PinPad } from '@adtally/ui/pickers/pin-pad.tsx'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { ConnectedButton } from '../../../components/fields/connected-button.tsx'
import { useStepTitle } from '../../../lib/forms/step-title.ts'
import { type PinFailure, usePinLock } from '../../../lib/session/use-pin-lock.ts'

interface PinStepProps {
  /** The step's heading, and the label of its dots. */
  title: string
  text: ReactNode
  action: string
  busy?: boolean
  failure: PinFailure | null
  onDigits: (digits: string) => void
  /** Called at the first digit of a new entry. */
  onEdit: () => void
  /** Further content, such as another way. */
  children?: ReactNode
  /** Whether the step sends its digits, and so has to wait while offline. */
  sends?: boolean
  /** Whether the page starts with it; its own title then stays the document's (SPEC §2). */
  is_first?: boolean
}

/** An entry of six digits; its button needs all of them (SPEC §5). */
export function PinStep(props: PinStepProps) {
  const { title, text, action, busy = false, failure, onDigits, onEdit, children, sends = false } = props
  const { is_first = false } = props
  const [digits, setDigits] = useState('')
  const [seen, setSeen] = useState(failure)
  const heading = useRef<HTMLHeadingElement>(null)
  const next = useRef<HTMLButtonElement>(null)
  const lock = usePinLock(failure)
  const full = digits.length === PIN_LENGTH
  const waits = !full || lock !== null

  if (failure !== seen) {
    setSeen(failure)
    if (failure?.refused) setDigits('')
  }
  useStepTitle(is_first ? null : title)
  useEffect(() => heading.current?.focus(), [])
  useEffect(() => {
    if (full) next.current?.focus()
  }, [full])
  const change = (value: string) => {
    if (failure && value.length === 1) onEdit()
    setDigits(value)
  }
  const go = () => onDigits(digits)

  return (
    <div className="flex flex-auto flex-col gap-3 low:gap-2">
      <div className="flex flex-col gap-1 text-center">
        <h2 ref={heading} tabIndex={-1} className="text-20 font-semibold outline-none low:text-16">
          {title}
        </h2>
        <p className="text-14 text-muted">{text}</p>
      </div>
      <div className="mt-auto">
        <PinPad
          label={title}
          value={digits}
          onChange={change}
          disabled={busy || lock !== null}
          error={lock ?? failure?.message}
        />
      </div>
      {sends ? (
        <ConnectedButton ref={next} busy={busy} disabled={waits} onClick={go}>
          {action}
        </ConnectedButton>
      ) : (
        <Button ref={next} block busy={busy} disabled={waits} onClick={go}>
          {action}
        </Button>
      )}
      {children}
    </div>
  )
}
