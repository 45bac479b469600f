import type { Reason } from '@adtally/contract/reasons.ts'
import { newId } from '../../database/identifiers.ts'
import { scheduleAll } from '../../database/jobs.ts'
import { Refusal } from '../../lib/refusal.ts'
import { customerById, holdClosedAccounts } from '../identity/index.ts'
import type { MoneyActionKind } from '../ledger/index.ts'
import * as policies from '../policies/index.ts'
import type { Services } from '../services.ts'
import { grantCause, PROMO, startupAccount, startupFlow } from './accounts.ts'
import { grantedPersons, insertGrants, type NewGrant } from './startup.repository.ts'

/** The job at a grant's expiry. */
export const STARTUP_EXPIRY_JOB = 'startup.expire'

/**
 * Grants a customer the policy's startup funds, once per verified person; it requires no deposit and creates no debt
 * (PRODUCT §9). Throws `startup_not_offered`, `startup_received`, `promotion_exhausted`, `request_id_reused`, and those
 * for accounts that are not active; a repeated request has no further effect.
 */
export async function receiveStartup(
  services: Services,
  customer_id: string,
  request_id: string,
): Promise<void> {
  const customer = await services.database.transaction({ kind: 'customer', customer_id }, (tx) =>
    customerById(tx, customer_id),
  )
  if (!customer) throw new Refusal('no_user_data')
  const { startup_grant_micros: amount_micros, version } = policies.current(services)
  const grant_id = newId()
  const { person_id } = customer
  await services.ledger.submit({
    kind: RECEIVING,
    owner_id: customer_id,
    request_id,
    request_content: '',
    transfers:
      amount_micros === 0n
        ? []
        : [
            {
              id: newId(),
              kind: 'posted',
              posting: 'startup_granted',
              debit: PROMO,
              credit: startupAccount(customer_id),
              amount_micros,
              cause: grantCause(grant_id),
              flow: startupFlow(grant_id, grant_id),
              reason_if_short: 'promotion_exhausted',
            },
          ],
    payload: { grant_id, customer_id, person_id, amount_micros, policy_version: version },
  })
}

/** Persons who had their grant; can't change while promo's account, which pays every grant, is locked. */
type Granted = ReadonlySet<string>

/** Why an account may receive none, by customer: it was closed after the request. */
type AccountReasons = ReadonlyMap<string, Reason>

const RECEIVING: MoneyActionKind<NewGrant, { grant_id: string }, AccountReasons, Granted> = {
  name: 'startup.receive',
  look: (tx, payloads) =>
    holdClosedAccounts(
      tx,
      payloads.map(({ customer_id }) => customer_id),
    ),
  lookLocked: (tx, payloads) =>
    grantedPersons(
      tx,
      payloads.map(({ person_id }) => person_id),
    ),
  async check(_tx, payloads, { found: account_reasons, found_locked: granted }) {
    // The second of a person in the same batch is refused.
    const receiving = new Set<string>()
    return payloads.map(({ customer_id, person_id, amount_micros }) => {
      const account_reason = account_reasons.get(customer_id)
      if (account_reason) return new Refusal(account_reason)
      if (granted.has(person_id) || receiving.has(person_id)) return new Refusal('startup_received')
      if (amount_micros === 0n) return new Refusal('startup_not_offered')
      receiving.add(person_id)
      return null
    })
  },
  async record(tx, payloads, _findings, http_request_ids) {
    const requests = new Map(payloads.map(({ grant_id }, index) => [grant_id, http_request_ids[index]]))
    const grants = await insertGrants(tx, payloads)
    const deadlines = grants.map(({ grant_id, expires_at }) => ({
      subject_id: grant_id,
      due_at: expires_at,
      request_id: requests.get(grant_id) ?? null,
    }))
    await scheduleAll(tx, STARTUP_EXPIRY_JOB, deadlines)
  },
  outcomeOf: ({ grant_id }) => ({ grant_id }),
}
