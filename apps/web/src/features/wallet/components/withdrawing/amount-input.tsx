import { classNames } from '@adtally/ui/class-names.ts'
import { useDecimalSign } from '@adtally/ui/decimal-sign.ts'
import { HeldRoom } from '@adtally/ui/held-room.tsx'

interface AmountInputProps {
  id: string
  label: string
  /** As typed. */
  text: string
  onChange: (text: string) => void
  error: string | null
  /** Shown in the error's place while there is none. */
  note: string
  /** All texts that may appear there, to reserve their room. */
  may_say: readonly string[]
}

/** The amount in large type; suppresses a phone's keyboard, because the page has its own keypad. */
export function AmountInput({ id, label, text, onChange, error, note, may_say }: AmountInputProps) {
  const decimal = useDecimalSign()
  return (
    <div className="flex flex-col items-center gap-1">
      <label htmlFor={id} className="text-14 text-muted">
        {label}
      </label>
      <input
        id={id}
        name="amount"
        inputMode="none"
        autoComplete="off"
        placeholder={`0${decimal}00`}
        value={text}
        onChange={(event) => onChange(event.target.value)}
        aria-invalid={error ? true : undefined}
        aria-describedby={`${id}-note ${id}-available`}
        className="w-full rounded-control bg-transparent py-1 text-center text-34 font-semibold placeholder:text-muted aria-invalid:text-negative"
      />
      {/* A fixed place, so that the keypad never moves under a finger. */}
      <p
        id={`${id}-note`}
        role={error ? 'alert' : undefined}
        className={classNames('text-center text-14', error ? 'text-negative' : 'text-muted')}
      >
        <HeldRoom texts={may_say}>{error ?? note}</HeldRoom>
      </p>
    </div>
  )
}
