import type { Call } from './call.ts'
import * as identity from './identity.ts'
import * as plans from './plans.ts'
import * as policies from './policies.ts'
import * as service from './service.ts'
import * as statistics from './statistics.ts'
import * as wallet from './wallet.ts'

function isCall(member: unknown): member is Call {
  return typeof member === 'object' && member !== null && 'path' in member && 'refusals' in member
}

/** Every call of the contract, for the server's completeness check, the OpenAPI document and tests. Not for clients. */
export const CALLS: readonly Call[] = [identity, wallet, plans, statistics, service, policies]
  .flatMap((group) => Object.values<unknown>(group))
  .filter(isCall)
