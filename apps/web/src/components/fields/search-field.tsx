import { CONTROL_CLASS } from '@adtally/ui/field.tsx'
import { Icon } from '@adtally/ui/icons/icon.tsx'
import { useEffect, useEffectEvent, useRef, useState } from 'react'

/** How long a pause in typing starts the search. */
const PAUSE_MS = 300
/** The contract's maximum. */
const LENGTH_MAX = 80

interface SearchFieldProps {
  label: string
  value: string
  onSearch: (words: string) => void
}

/** A search field that searches once typing pauses. */
export function SearchField({ label, value, onSearch }: SearchFieldProps) {
  const [typed, setTyped] = useState(value)
  const asked = useRef(value)
  const search = useEffectEvent((words: string) => {
    if (words === asked.current) return
    asked.current = words
    onSearch(words)
  })
  useEffect(() => {
    const timer = setTimeout(() => search(typed.trim()), PAUSE_MS)
    return () => clearTimeout(timer)
  }, [typed])
  // Changed from outside, for example by "show all".
  useEffect(() => {
    if (value === asked.current) return
    asked.current = value
    setTyped(value)
  }, [value])
  return (
    <search className="relative block">
      <Icon
        name="search"
        size={18}
        color="var(--color-muted)"
        className="pointer-events-none absolute top-1/2 left-3 -translate-y-1/2"
      />
      <input
        type="search"
        aria-label={label}
        placeholder={label}
        maxLength={LENGTH_MAX}
        enterKeyHint="search"
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
        // A hint too long at large text sizes ends in an ellipsis; screen readers get the whole label.
        data-truncates
        className={`${CONTROL_CLASS} text-ellipsis pl-10`}
      />
    </search>
  )
}
