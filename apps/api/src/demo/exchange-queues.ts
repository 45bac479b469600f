import { userInfoCall } from '@adtally/contract/identity/identity.ts'
import { acceptorDetail } from '@adtally/contract/money/exchange.ts'
import { Refusal } from '../lib/refusal.ts'
import type { Services } from '../modules/services.ts'
import type { CustomerApps } from './customer-apps.ts'
import { CallRefused, type CustomerClient } from './customer-client.ts'
import { type Office, rowsOf } from './office.ts'
import type { Queue } from './office-queues.ts'
import { acceptorWithBond, issueCode, rateReason, setRate } from './seed/seed-exchange.ts'

/** A day's worth, so that a demo left alone for weeks does not pile up a thousand lapsed offers. */
const OFFERS_MAX = 48

/**
 * The exchange work that the demo's office does by itself: it sets each day's rate, without which no acceptor can
 * make an offer, and issues a new offer when the one that a customer entered has lapsed (PRODUCT §11).
 */
export function exchangeQueues(
  { clock }: Pick<Services, 'clock'>,
  apps: CustomerApps,
  username: string,
): Queue[] {
  return [ratesOf(clock), offersFor(clock, new Visitor(apps, username))]
}

/** The first look of a day checks whether somebody has set its rate already. */
function ratesOf(clock: Services['clock']): Queue {
  let known = ''
  return async ({ office }) => {
    const reason = rateReason(clock)
    if (known === reason) return []
    const asked = { queue: 'decided', action: 'reference_rate.set' }
    const newest = rowsOf((await office.run('list-proposals', asked)).items)
    const is_set = newest.some(({ reason: told, status }) => told === reason && status === 'approved')
    if (is_set) known = reason
    return is_set ? [] : [{ name: reason, act: () => setRate(office, clock) }]
  }
}

function offersFor(clock: Services['clock'], visitor: Visitor): Queue {
  let offers = 0
  return async ({ office }) => {
    if (offers >= OFFERS_MAX || visitor.is_gone) return []
    const customer_id = await visitor.customerId()
    const newest = rowsOf((await office.run('list-exchange-orders', { all: true })).items)
    const last = newest.find((order) => order.customer_id === customer_id)
    if (last?.status !== 'expired') return []
    const act = async () => {
      await visitor.meanwhile((client) => offerTo(office, clock, client))
      offers += 1
    }
    return [{ name: `offer after ${last.order_id}`, act }]
  }
}

async function offerTo(office: Office, clock: Services['clock'], client: CustomerClient): Promise<void> {
  const acceptor_id = await acceptorWithBond(office)
  if (acceptor_id === null) throw new Refusal('state_conflict')
  const code = await issueCode(office, clock, acceptor_id)
  await client.call(acceptorDetail, { code: String(code) })
}

/** A demo customer. A visitor may be using the account by now, with another password and the sessions ended. */
class Visitor {
  readonly #apps: CustomerApps
  readonly #username: string
  #customer_id: string | null = null
  /** Their password was changed: signing in again would only count as a wrong try. */
  is_gone = false

  constructor(apps: CustomerApps, username: string) {
    this.#apps = apps
    this.#username = username
  }

  async customerId(): Promise<string | null> {
    if (this.#customer_id !== null) return this.#customer_id
    const look = async (client: CustomerClient) => (await client.call(userInfoCall, {})).customer_id
    this.#customer_id = await this.meanwhile(look).catch(() => null)
    return this.#customer_id
  }

  /** Does something in the customer's app. Throws `Refusal` if a call is refused. */
  async meanwhile<T>(work: (client: CustomerClient) => Promise<T>): Promise<T> {
    const client = await this.#client()
    try {
      return await work(client)
    } catch (error) {
      if (!(error instanceof CallRefused)) throw error
      this.#apps.forget(this.#username)
      throw new Refusal('state_conflict')
    }
  }

  async #client(): Promise<CustomerClient> {
    try {
      return await this.#apps.client(this.#username)
    } catch (error) {
      if (!(error instanceof CallRefused)) throw error
      this.is_gone = true
      throw new Refusal('state_conflict')
    }
  }
}
