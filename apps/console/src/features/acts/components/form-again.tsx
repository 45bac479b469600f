import { showProposal } from '@adtally/contract/operator/house/proposals.ts'
import type { StaffCall } from '@adtally/contract/operator/statement/staff-call.ts'
import { useMessages } from '@adtally/i18n/use-messages.ts'
import { Banner } from '@adtally/ui/banner.tsx'
import { SkeletonRows } from '@adtally/ui/states.tsx'
import { useQuery } from '@tanstack/react-query'
import type { FieldValues } from '../../../lib/drafts.ts'
import { askOffice } from '../../../lib/office.ts'
import type { Person } from '../../../lib/session.ts'
import { ActFormView } from './act-form.tsx'
import { formFieldsOf } from './staff-acts.ts'

interface FormAgainProps {
  call: StaffCall
  person: Person
  given: FieldValues
  /** What was proposed by the same form. */
  proposal_id: string
}

/** The form of an act as its person had filled it in for a proposal that came to nothing; files are chosen anew. */
export function FormAgain({ call, person, given, proposal_id }: FormAgainProps) {
  const t = useMessages('consoleActs')
  const { data, error } = useQuery({
    queryKey: [showProposal.name, { proposal_id }],
    queryFn: ({ signal }) =>
      askOffice(showProposal.response, {
        method: 'GET',
        name: showProposal.name,
        input: { proposal_id },
        signal,
      }),
  })
  if (data === undefined && !error) return <SkeletonRows />
  const before = data?.given?.name === call.name ? typedAs(call, data.given.fields) : null
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
function typedAs(call: StaffCall, fields: Readonly<Record<string, unknown>>): FieldValues {
  return Object.fromEntries(
    formFieldsOf(call).flatMap(({ name }): [string, string][] => {
      const value = fields[name]
      if (value === undefined) return []
      return [[name, Array.isArray(value) ? value.join('\n') : String(value)]]
    }),
  )
}
