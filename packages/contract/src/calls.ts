import * as archive from './archive.ts'
import * as audit from './audit.ts'
import type { Call } from './call.ts'
import * as closing from './closing.ts'
import * as content from './content.ts'
import * as contracts from './contracts.ts'
import * as corrections from './corrections.ts'
import * as coupons from './coupons.ts'
import * as exchange from './exchange.ts'
import * as feedback from './feedback.ts'
import * as files from './files.ts'
import * as follow from './follow.ts'
import * as guest from './guest.ts'
import * as holds from './holds.ts'
import * as identity from './identity.ts'
import * as identityEdit from './identity-edit.ts'
import * as identityHybrid from './identity-hybrid.ts'
import * as identityPassword from './identity-password.ts'
import * as planDays from './plan-days.ts'
import * as planPlacements from './plan-placements.ts'
import * as plans from './plans.ts'
import * as policies from './policies.ts'
import * as products from './products.ts'
import * as sandbox from './sandbox.ts'
import * as security from './security.ts'
import * as service from './service.ts'
import * as standing from './standing.ts'
import * as startup from './startup.ts'
import * as statements from './statements.ts'
import * as statistics from './statistics.ts'
import * as statisticsChart from './statistics-chart.ts'
import * as vip from './vip.ts'
import * as wallet from './wallet.ts'
import * as webpush from './webpush.ts'
import * as words from './words.ts'

function isCall(member: unknown): member is Call {
  return typeof member === 'object' && member !== null && 'path' in member && 'refusals' in member
}

/** Every call of the contract, for the server's completeness check, the OpenAPI document and tests. Not for clients. */
export const CALLS: readonly Call[] = [
  identity,
  identityEdit,
  identityHybrid,
  identityPassword,
  wallet,
  holds,
  security,
  plans,
  planDays,
  planPlacements,
  products,
  corrections,
  statistics,
  statisticsChart,
  service,
  webpush,
  policies,
  files,
  content,
  words,
  feedback,
  guest,
  follow,
  exchange,
  coupons,
  startup,
  standing,
  vip,
  audit,
  contracts,
  statements,
  sandbox,
  archive,
  closing,
]
  .flatMap((group) => Object.values<unknown>(group))
  .filter(isCall)
