import { useMessages } from '@adtally/i18n/use-messages.ts'
import { TextArea } from '@adtally/ui/field.tsx'
import { showToast } from '@adtally/ui/toast-store.ts'
import { type FormEvent, type ReactNode, useId, useState } from 'react'
import type * as z from 'zod/mini'
import { createKept } from '../lib/forms/create-kept.ts'
import { useFormErrors } from '../lib/forms/use-form-errors.ts'
import { failureText } from '../lib/shell-messages.ts'
import { ConnectedButton } from './fields/connected-button.tsx'
import { Sheet } from './header/lazy-dialogs.tsx'

/** A placeholder for checking; the real id is made when sending. */
const CHECKED_AS = '00000000-0000-7000-8000-000000000000'

const useDrafts = createKept<Readonly<Record<string, string>>>({})

/** Sends an appeal, once however often it is tried. */
interface Sending<Named> {
  isPending: boolean
  mutate(filed: Named & { grounds: string }, then: { onSuccess(): void; onError(error: unknown): void }): void
}

interface AppealSheetProps<Named> {
  title: string
  /** What it covers and who decides. */
  children: ReactNode
  /** What the grounds are to say. */
  label: string
  hint?: string
  length_max: number
  /** What it is against, as its call names it. */
  against: Named
  /** Of the request that files it. */
  schema: z.ZodMiniType
  appeal: Sending<Named>
  onClose: () => void
}

/**
 * A customer's appeal: they say why something is wrong (PRODUCT §2.2, §2.4). What was typed is there again when the sheet is
 * opened anew, until it is sent.
 */
export function AppealSheet<Named extends Readonly<Record<string, string>>>({
  title,
  children,
  label,
  hint,
  length_max,
  against,
  schema,
  appeal,
  onClose,
}: AppealSheetProps<Named>) {
  const t = useMessages('holds')
  const id = useId()
  const subject = Object.values(against).join(' ')
  const [drafts, setDrafts] = useDrafts()
  const [said, setSaid] = useState<string | null>(null)
  const errors = useFormErrors()
  const grounds = drafts[subject] ?? ''
  const keep = (text: string) => setDrafts({ ...drafts, [subject]: text })
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const filed = { ...against, grounds }
    const values = { request_id: CHECKED_AS, ...filed }
    if (appeal.isPending || !errors.check(schema, values, event.currentTarget)) return
    appeal.mutate(filed, {
      onSuccess: () => {
        keep('')
        showToast(t('appealSent'), 'positive')
        onClose()
      },
      onError: (error) => setSaid(failureText(error, t('connectionLost'))),
    })
  }
  return (
    <Sheet
      open
      onClose={onClose}
      title={title}
      footer={
        <ConnectedButton type="submit" form={id} busy={appeal.isPending}>
          {t('sendAppeal')}
        </ConnectedButton>
      }
    >
      <form id={id} noValidate onSubmit={submit} className="flex flex-col gap-4">
        {children}
        <TextArea
          label={label}
          name="grounds"
          required
          rows={5}
          maxLength={length_max}
          {...(hint === undefined ? {} : { hint })}
          value={grounds}
          onChange={(event) => {
            keep(event.target.value)
            setSaid(null)
            errors.clear('grounds')
          }}
          error={errors.of('grounds') ?? said ?? undefined}
        />
      </form>
    </Sheet>
  )
}
