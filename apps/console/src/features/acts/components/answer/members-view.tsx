import { useStatementWords } from '../../../../lib/statement-words.ts'
import { type Member, memberOf } from './shape-of.ts'
import { ValueView } from './value-view.tsx'

interface MembersViewProps {
  members: readonly Member[]
  value: unknown
}

/** An object's members as a definition list. */
export function MembersView({ members, value }: MembersViewProps) {
  const words = useStatementWords()
  return (
    <dl className="flex flex-col gap-2">
      {members.map(({ name, shape }) => (
        <div key={name} className="grid gap-x-4 min-[40rem]:grid-cols-[12rem_minmax(0,1fr)]">
          <dt className="text-14 text-muted">{words.field(name)}</dt>
          <dd className="min-w-0 text-14">
            <ValueView shape={shape} value={memberOf(value, name)} />
          </dd>
        </div>
      ))}
    </dl>
  )
}
