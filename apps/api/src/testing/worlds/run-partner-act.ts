import type { Partner } from '../../modules/partner-verb.ts'
import type { TestServices } from '../servers/test-services.ts'

/** What an act answered, as a test looks into it. */
export type Answer = ReturnType<typeof Object>

/** Does an act of any module as somebody of a partner's, past the door that looks at side, role and proof. */
export async function runPartnerAct(
  { services, modules }: Pick<TestServices, 'services' | 'modules'>,
  partner: Partner,
  name: string,
  flags: Record<string, unknown> = {},
): Promise<Answer> {
  const verbs = modules.flatMap(({ partner_verbs = [] }) => partner_verbs)
  const verb = verbs.find((one) => one.name === name && one.sides.includes(partner.side))
  if (!verb) throw new Error(`there is no act ${name} of a ${partner.side}’s people`)
  return Object(await verb.run(services, partner, flags))
}
