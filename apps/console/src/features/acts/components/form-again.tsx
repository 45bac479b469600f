import { useMessages } from '@adtally/i18n/use-messages.ts'
import { Banner } from '@adtally/ui/banner.tsx'
import { SkeletonRows } from '@adtally/ui/states.tsx'
import { useQuery } from '@tanstack/react-query'
import type { Person } from '../../../lib/desk.ts'
import type { FieldValues } from '../../../lib/drafts.ts'
import type { ShownAct } from '../../../lib/shown-act.ts'
import { ActFormView } from './act-form.tsx'
import { useDeskActs } from './desk-acts.ts'
import { formFieldsOf } from './shown-acts.ts'

interface FormAgainProps {
  call: ShownAct
  person: Person
  given: FieldValues
  /** What was proposed by the same form. */
  proposal_id: string
}

/** The form of an act as its person had filled it in for a proposal that came to nothing; files are chosen anew. */
export function FormAgain({ call, person, given, proposal_id }: FormAgainProps) {
  const t = useMessages('consoleActs')
  const { givenBefore } = useDeskActs()
  const { data, error } = useQuery({
    queryKey: ['given-before', proposal_id],
    queryFn: async ({ signal }) => (await givenBefore?.(proposal_id, signal)) ?? null,
  })
  if (data === undefined && !error) return <SkeletonRows />
  const before = data?.name === call.name ? typedAs(call, data.fields) : null
  return (
    <>
      {before === null && (
        <Banner tone="warning" className="mb-4">
          {t('againGone')}
        </Banner>
      )}
      <ActFormView call={call} person={person} given={{ ...given, ...before }} />
    </>
  )
}

/** Values as they travelled, as the form's controls hold them. */
function typedAs(call: ShownAct, fields: Readonly<Record<string, unknown>>): FieldValues {
  return Object.fromEntries(
    formFieldsOf(call).flatMap(({ name }): [string, string][] => {
      const value = fields[name]
      if (value === undefined) return []
      return [[name, Array.isArray(value) ? value.join('\n') : String(value)]]
    }),
  )
}
