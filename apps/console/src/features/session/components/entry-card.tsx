import { Button } from '@adtally/ui/button.tsx'
import { Card } from '@adtally/ui/card.tsx'
import { type ReactNode, useId } from 'react'
import type { EntryForm } from './use-entry-form.ts'

interface EntryCardProps {
  title: string
  note?: ReactNode
  form: EntryForm
  /** The button's words. */
  submit: string
  /** What else can be done. */
  other?: ReactNode
  children: ReactNode
}

/** A form of what proves who one is, with its title. */
export function EntryCard({ title, note, form, submit, other, children }: EntryCardProps) {
  const id = useId()
  return (
    <Card aria-labelledby={id} className="w-full max-w-96">
      <h1 id={id} className="text-20 font-semibold">
        {title}
      </h1>
      {note && <p className="mt-2 text-14 text-muted">{note}</p>}
      <form
        noValidate
        className="mt-4 flex flex-col gap-3"
        onSubmit={(event) => {
          event.preventDefault()
          void form.submit()
        }}
      >
        {children}
        {form.failure !== null && (
          <p role="alert" className="text-14 text-negative">
            {form.failure}
          </p>
        )}
        <Button type="submit" block busy={form.is_sending}>
          {submit}
        </Button>
        {other}
      </form>
    </Card>
  )
}
