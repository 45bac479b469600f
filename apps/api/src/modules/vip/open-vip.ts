import { formatAmount } from '@adtally/money/money.ts'
import { newId } from '../../database/identifiers.ts'
import { scheduleAll } from '../../database/jobs.ts'
import { Refusal } from '../../lib/refusal.ts'
import { customerById } from '../identity/index.ts'
import type { MoneyActionKind } from '../ledger/index.ts'
import * as policies from '../policies/index.ts'
import type { Services } from '../services.ts'
import { unearned, vipCause, vipFlow } from './accounts.ts'
import { customersWithMonth, insertMonths, type NewMonth } from './months.repository.ts'
import { nextEarning } from './rules.ts'

/** The job that earns a month's price day by day, and ends the month. */
export const VIP_EARN_JOB = 'vip.earn'

const TIME_ZONE_DEFAULT = 'UTC'

export interface OpenVip {
  request_id: string
  /** The terms that the customer was shown. */
  price: string
  vip_fee_percent: number
}

/** A month as the ledger's writer carries it, in JSON. */
interface Payload extends Omit<NewMonth, 'price_micros' | 'fee_percent' | 'vip_fee_percent'> {
  price_micros: string
  fee_percent: string
  vip_fee_percent: string
}

/**
 * Opens a VIP month on the shown terms, paid from the available balance, without renewal (PRODUCT §12). Throws
 * `vip_terms_changed`, `vip_not_offered`, `vip_open_already`, `insufficient_balance`, `request_id_reused`; a repeated
 * request answers the same month.
 */
export async function openVip(
  services: Services,
  customer_id: string,
  { request_id, price, vip_fee_percent }: OpenVip,
): Promise<string> {
  const payload = await prepare(services, customer_id)
  const price_micros = BigInt(payload.price_micros)
  const { vip_id } = await services.ledger.submit({
    kind: OPENING,
    owner_id: customer_id,
    request_id,
    request_content: JSON.stringify(['vip', price, vip_fee_percent]),
    transfers:
      price_micros === 0n
        ? []
        : [
            {
              id: newId(),
              kind: 'posted',
              posting: 'vip_opened',
              debit: { code: 'customer_available', owner_id: customer_id },
              credit: unearned(payload.vip_id),
              amount_micros: price_micros,
              cause: vipCause(payload.vip_id),
              flow: vipFlow(payload.vip_id, 'opened'),
              reason_if_short: 'insufficient_balance',
            },
          ],
    payload: { ...payload, shown: { price, vip_fee_percent } },
  })
  return vip_id
}

async function prepare(services: Services, customer_id: string): Promise<Payload> {
  const { version, vip_price_micros, platform_fee_percent, vip_fee_percent } = policies.current(services)
  return await services.database.transaction({ kind: 'customer', customer_id }, async (tx) => {
    const customer = await customerById(tx, customer_id)
    if (!customer) throw new Refusal('no_user_data')
    return {
      vip_id: newId(),
      customer_id,
      policy_version: version,
      price_micros: String(vip_price_micros),
      fee_percent: String(platform_fee_percent),
      vip_fee_percent: String(vip_fee_percent),
      time_zone: customer.time_zone ?? TIME_ZONE_DEFAULT,
    }
  })
}

type ShownPayload = Payload & { shown: { price: string; vip_fee_percent: number } }

/** Customers with a running month; can't change while the account that pays is locked. */
type WithMonth = ReadonlySet<string>

const OPENING: MoneyActionKind<ShownPayload, { vip_id: string }, undefined, WithMonth> = {
  name: 'vip.open',
  lookLocked: (tx, payloads) =>
    customersWithMonth(
      tx,
      payloads.map(({ customer_id }) => customer_id),
    ),
  async check(_tx, payloads, { found_locked: with_month }) {
    // The second of a customer in the same batch is refused.
    const opening = new Set<string>()
    return payloads.map((payload) => {
      const { customer_id } = payload
      if (with_month.has(customer_id) || opening.has(customer_id)) return new Refusal('vip_open_already')
      const refusal = termsRefusal(payload)
      if (!refusal) opening.add(customer_id)
      return refusal
    })
  },
  async record(tx, payloads, _findings, http_request_ids) {
    const requests = new Map(payloads.map(({ vip_id }, index) => [vip_id, http_request_ids[index]]))
    const months = await insertMonths(tx, payloads.map(monthOf))
    const earnings = months.map((month) => ({
      subject_id: month.vip_id,
      due_at: nextEarning(month, month.opened_at),
      request_id: requests.get(month.vip_id) ?? null,
    }))
    await scheduleAll(tx, VIP_EARN_JOB, earnings)
  },
  outcomeOf: ({ vip_id }) => ({ vip_id }),
}

function termsRefusal({ shown, price_micros, fee_percent, vip_fee_percent }: ShownPayload): Refusal | null {
  if (BigInt(vip_fee_percent) >= BigInt(fee_percent)) return new Refusal('vip_not_offered')
  const is_same =
    shown.price === formatAmount(BigInt(price_micros)) &&
    BigInt(shown.vip_fee_percent) === BigInt(vip_fee_percent)
  return is_same ? null : new Refusal('vip_terms_changed', { field: 'price' })
}

function monthOf({ shown: _shown, ...payload }: ShownPayload) {
  return {
    ...payload,
    price_micros: BigInt(payload.price_micros),
    fee_percent: BigInt(payload.fee_percent),
    vip_fee_percent: BigInt(payload.vip_fee_percent),
  } satisfies NewMonth
}
