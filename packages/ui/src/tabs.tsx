import { type KeyboardEvent, type ReactNode, useId, useRef } from 'react'

interface TabsProps<Value extends string> {
  /** The tab list's name for screen readers. */
  label: string
  tabs: readonly { value: Value; label: string }[]
  value: Value
  onChange: (value: Value) => void
  /** The current tab's panel. */
  children: ReactNode
}

/** Tabs over one panel, with arrow keys, Home and End (our own: the kit's adds 12 KB to the first screen). */
export function Tabs<Value extends string>({ label, tabs, value, onChange, children }: TabsProps<Value>) {
  const id = useId()
  const list = useRef<HTMLDivElement>(null)

  const handleKey = (event: KeyboardEvent) => {
    const last = tabs.length - 1
    const index = tabs.findIndex((tab) => tab.value === value)
    const next = {
      ArrowLeft: index === 0 ? last : index - 1,
      ArrowRight: index === last ? 0 : index + 1,
      Home: 0,
      End: last,
    }[event.key]
    const chosen = next === undefined ? undefined : tabs[next]
    if (next === undefined || !chosen) return
    event.preventDefault()
    onChange(chosen.value)
    list.current?.querySelectorAll<HTMLElement>('[role="tab"]')[next]?.focus()
  }

  return (
    <>
      <div
        ref={list}
        role="tablist"
        aria-label={label}
        onKeyDown={handleKey}
        className="flex flex-wrap gap-x-0.5 border-b border-line"
      >
        {tabs.map((tab) => (
          <button
            key={tab.value}
            type="button"
            role="tab"
            id={`${id}-${tab.value}`}
            aria-selected={tab.value === value}
            aria-controls={`${id}-panel`}
            tabIndex={tab.value === value ? 0 : -1}
            onClick={() => onChange(tab.value)}
            className="min-h-11 flex-1 border-b-2 border-transparent px-1 py-2 text-14 font-medium whitespace-nowrap text-muted select-none focus-visible:-outline-offset-2 aria-selected:border-accent aria-selected:text-ink"
          >
            {tab.label}
          </button>
        ))}
      </div>
      <div role="tabpanel" id={`${id}-panel`} aria-labelledby={`${id}-${value}`}>
        {children}
      </div>
    </>
  )
}
