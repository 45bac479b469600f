import { randomBytes } from 'node:crypto'
import type { PartnerRole, PartnerSide } from '@adtally/contract/partner/statement/partner-call.ts'
import * as z from 'zod/mini'
import { approvedActs } from '../../modules/module.ts'
import { approve } from '../../modules/operators/index.ts'
import type { Partner } from '../../modules/partner-verb.ts'
import {
  activatePartner,
  authenticatePartner,
  type PartnerAtWork,
  partnersModule,
  runPartnerVerbAs,
} from '../../modules/partners/index.ts'
import type { Services } from '../../modules/services.ts'
import type { TestServices } from '../servers/test-services.ts'
import { buildAdvertiser, buildPublisher } from './build-marketplace.ts'
import { buildStaff } from './build-staff.ts'

export const PARTNER_PASSWORD = 'seven herons over the weir'
/** Where partners of tests sign in from. */
export const PARTNER_NETWORK = '203.0.113.77'

export interface PartnerWishes {
  side: PartnerSide
  /** Another party is made where it is not given. */
  party_id?: string
  role: PartnerRole
}

const codes = z.object({ first_code: z.string(), second_code: z.string() })
const proposed = z.object({ proposal_id: z.string(), first_code: z.string() })

const owners = new WeakMap<Services, Map<string, Promise<PartnerAtWork>>>()

/**
 * Somebody of a partner's at work: the first of a party is an owner whom two of the staff invite, and everybody else that
 * owner invites.
 */
export async function newPartner(
  t: Pick<TestServices, 'services'>,
  { side, party_id, role }: PartnerWishes,
): Promise<Partner> {
  const { services } = t
  const of = party_id ?? (await makeParty(services, side))
  const known = owners.get(services) ?? new Map<string, Promise<PartnerAtWork>>()
  owners.set(services, known)
  const before = known.get(of)
  const owner = before ?? firstOwner(services, side, of)
  known.set(of, owner)
  const at_work =
    before === undefined && role === 'owner' ? await owner : await invited(services, await owner, role)
  const { is_fresh: _, ...partner } = at_work
  return partner
}

/** Has staff invite somebody; answers both halves of their activation code. */
export async function inviteByStaff(
  services: Services,
  flags: { side: PartnerSide; party_id: string; email: string; role: PartnerRole },
): Promise<z.infer<typeof codes>> {
  return await twoAgree(services, 'invite-partner', { ...flags, reason: 'They asked for it' })
}

/** Has two of the staff do one of their acts about partners; answers both halves of a code. */
export async function twoAgree(
  services: Services,
  name: string,
  flags: Record<string, string>,
): Promise<z.infer<typeof codes>> {
  const { maker, checker } = await buildStaff(services)
  const verb = partnersModule.verbs?.find((one) => one.name === name)
  if (!verb) throw new Error(`there is no verb ${name}`)
  const { proposal_id, first_code } = z.parse(proposed, await verb.run(services, maker, flags))
  const acts = approvedActs([partnersModule])
  const { outcome } = await approve(services, acts, { proposal_id, staff: checker })
  return z.parse(codes, { ...Object(outcome), first_code })
}

/** Does an act of partners as them, as a request does. */
export async function runPartnerVerb(
  services: Services,
  partner: PartnerAtWork,
  name: string,
  flags: Record<string, unknown> = {},
): Promise<unknown> {
  const verb = partnersModule.partner_verbs?.find((one) => one.name === name)
  if (!verb) throw new Error(`partners have no verb ${name}`)
  return await runPartnerVerbAs(services, verb, partner, flags)
}

/** Signs somebody in who has no second factor. */
export async function signInPartner(services: Services, email: string): Promise<PartnerAtWork> {
  const at = { network: PARTNER_NETWORK, device: null }
  return await authenticatePartner(services, { email, password: PARTNER_PASSWORD }, at)
}

/** An address that nobody has. */
export function newAddress(): string {
  return `p${randomBytes(6).toString('hex')}@partner.example`
}

/** A party of this side, made by two people. */
export async function makeParty(services: Services, side: PartnerSide): Promise<string> {
  if (side === 'advertiser') return (await buildAdvertiser(services, 0n)).advertiser_id
  return (await buildPublisher(services)).publisher_id
}

async function firstOwner(services: Services, side: PartnerSide, party_id: string): Promise<PartnerAtWork> {
  const email = newAddress()
  const given = await inviteByStaff(services, { side, party_id, email, role: 'owner' })
  await activatePartner(services, { email, ...given, new_password: PARTNER_PASSWORD })
  return await signInPartner(services, email)
}

async function invited(services: Services, owner: PartnerAtWork, role: PartnerRole): Promise<PartnerAtWork> {
  const email = newAddress()
  const given = z.parse(codes, await runPartnerVerb(services, owner, 'invite-person', { email, role }))
  await activatePartner(services, { email, ...given, new_password: PARTNER_PASSWORD })
  return await signInPartner(services, email)
}

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
