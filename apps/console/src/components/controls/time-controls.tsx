import { TextField } from '@adtally/ui/field.tsx'
import { type ControlProps, typedIn } from './control-props.ts'

interface TimeControlProps extends ControlProps {
  type: 'date' | 'month' | 'datetime-local'
  shown: string
}

function TimeControl({ type, shown, field, label, hint, error, onChange }: TimeControlProps) {
  return (
    <TextField
      type={type}
      {...{ label, hint, error, name: field.name, value: shown }}
      // A text as the calls have it, where the browser has no such control.
      placeholder={type === 'month' ? field.bounds.example : undefined}
      onChange={({ target }) => onChange(target.value)}
    />
  )
}

/** A day. */
export function DayControl(props: ControlProps) {
  return <TimeControl {...props} type="date" shown={typedIn(props.value)} />
}

/** A month. */
export function MonthControl(props: ControlProps) {
  return <TimeControl {...props} type="month" shown={typedIn(props.value)} />
}

/** A moment in UTC: the browser's control knows no zone, so that what it shows is taken as UTC. */
export function MomentControl(props: ControlProps) {
  const { value, onChange } = props
  return (
    <TimeControl
      {...props}
      type="datetime-local"
      shown={typedIn(value).replace(/(:00)?(\.0+)?Z$/, '')}
      onChange={(typed) => onChange(typed === '' ? '' : wireMoment(String(typed)))}
    />
  )
}

function wireMoment(typed: string): string {
  return /T\d{2}:\d{2}$/.test(typed) ? `${typed}:00Z` : `${typed}Z`
}
