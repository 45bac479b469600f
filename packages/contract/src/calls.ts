import * as audit from './audit.ts'
import type { Call } from './call.ts'
import * as content from './content.ts'
import * as contracts from './contracts.ts'
import * as archive from './identity/archive.ts'
import * as closing from './identity/closing.ts'
import * as identity from './identity/identity.ts'
import * as identityEdit from './identity/identity-edit.ts'
import * as identityHybrid from './identity/identity-hybrid.ts'
import * as identityPassword from './identity/identity-password.ts'
import * as registration from './identity/registration.ts'
import * as security from './identity/security.ts'
import * as coupons from './money/coupons.ts'
import * as exchange from './money/exchange.ts'
import * as holds from './money/holds.ts'
import * as startup from './money/startup.ts'
import * as statements from './money/statements.ts'
import * as vip from './money/vip.ts'
import * as wallet from './money/wallet.ts'
import * as corrections from './plans/corrections.ts'
import * as follow from './plans/follow.ts'
import * as planDays from './plans/plan-days.ts'
import * as planPlacements from './plans/plan-placements.ts'
import * as plans from './plans/plans.ts'
import * as products from './plans/products.ts'
import * as statistics from './plans/statistics.ts'
import * as statisticsChart from './plans/statistics-chart.ts'
import * as policies from './policies.ts'
import * as sandbox from './sandbox.ts'
import * as feedback from './service/feedback.ts'
import * as files from './service/files.ts'
import * as guest from './service/guest.ts'
import * as service from './service/service.ts'
import * as webpush from './service/webpush.ts'
import * as standing from './standing.ts'
import * as words from './words.ts'

/** Groups of calls in the OpenAPI document. */
export type Tag =
  | 'identity'
  | 'wallet'
  | 'holds'
  | 'security'
  | 'plans'
  | 'statistics'
  | 'service'
  | 'files'
  | 'content'
  | 'follow'
  | 'exchange'
  | 'coupons'
  | 'startup'
  | 'standing'
  | 'vip'
  | 'contract'
  | 'audit'
  | 'configuration'
  | 'sandbox'

/** The group of each file of calls. */
const GROUPS: readonly (readonly [Tag, Readonly<Record<string, unknown>>])[] = [
  ['identity', identity],
  ['identity', registration],
  ['identity', identityEdit],
  ['identity', identityHybrid],
  ['identity', identityPassword],
  ['wallet', wallet],
  ['holds', holds],
  ['security', security],
  ['plans', plans],
  ['plans', planDays],
  ['plans', planPlacements],
  ['plans', products],
  ['plans', corrections],
  ['statistics', statistics],
  ['statistics', statisticsChart],
  ['service', service],
  ['service', webpush],
  ['configuration', policies],
  ['files', files],
  ['content', content],
  ['content', words],
  ['service', feedback],
  ['service', guest],
  ['follow', follow],
  ['exchange', exchange],
  ['coupons', coupons],
  ['startup', startup],
  ['standing', standing],
  ['vip', vip],
  ['audit', audit],
  ['contract', contracts],
  ['wallet', statements],
  ['sandbox', sandbox],
  ['identity', archive],
  ['identity', closing],
]

/** Calls in another group than their file. */
const APART = new Map<Call, Tag>([
  [identity.basicConfig, 'configuration'],
  [identityHybrid.visitorLanguage, 'configuration'],
])

function isCall(member: unknown): member is Call {
  return typeof member === 'object' && member !== null && 'path' in member && 'refusals' in member
}

/** Every call of the contract, with its group in the OpenAPI document. */
export const TAGS: ReadonlyMap<Call, Tag> = new Map(
  GROUPS.flatMap(([tag, group]) =>
    Object.values(group)
      .filter(isCall)
      .map((call) => [call, APART.get(call) ?? tag] as const),
  ),
)

/** Every call, for the server's completeness check, the OpenAPI document and tests. Not for clients. */
export const CALLS: readonly Call[] = [...TAGS.keys()]
