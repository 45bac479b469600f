import type { PartnerRole, PartnerSide } from '@adtally/contract/partner/statement/partner-call.ts'
import type { PartnerVerb } from '../../modules/partner-verb.ts'
import { cookieName } from '../../server/door/door-cookie.ts'
import { partnerFace } from '../../server/partners/partner-door.ts'
import { type Asked, askDoor, type DoorAnswer } from '../office/ask-door.ts'
import type { TestProgram } from '../servers/test-program.ts'

/** Sends what partners' page would, by `POST` unless said otherwise. */
export async function askPartners(
  program: Pick<TestProgram, 'server' | 'services'>,
  name: string,
  input: unknown = {},
  asked: Asked = {},
): Promise<DoorAnswer> {
  const face = partnerFace(program.services.settings)
  return await askDoor(program, { face, cookie: cookieName(face) }, name, input, asked)
}

/** Whether a statement says that somebody of this side and role may. */
export function isFor(verb: PartnerVerb, side: PartnerSide, role: PartnerRole): boolean {
  return verb.sides.includes(side) && verb.roles.includes(role)
}
