import { rmSync } from 'node:fs'
import { sql } from 'kysely'
import { DemoBank } from '../../demo/demo-bank.ts'
import { freePort } from '../../demo/free-port.ts'
import { type TestProgram, testProgram } from './test-program.ts'
import { testSettings } from './test-services.ts'

/** What the demo's seeding makes, however often it was cut off; amounts in micro-units. */
export const DEMO_MADE = {
  staff: 5,
  advertisers: 3,
  escrows: 3,
  products: 4,
  creatives: 13,
  publishers: 1,
  placements: 6,
  customers: 2,
  open_codes: 0,
  transaction_passwords: 2,
  waiting_lines: 0,
  deposits: 2,
  deposit_messages: 2,
  plans: 1,
  relations: 1,
  acceptors: 1,
  bonds: 1,
  limits: 1,
  reference_rates: 1,
  offers: 1,
  entered_offers: 1,
  coupon_offers: 2,
  newcomer_coupons: 1,
  activity_coupons: 1,
  custom_coupons: 1,
  promotion_micros: 480_000_000,
  grants: 1,
  open_drafts: 0,
  open_proposals: 0,
}

/** A program that listens, on a database and a data folder of its own that go with it, as does the bank beside it. */
export async function demoProgram(): Promise<{ t: TestProgram; url: string; bank: DemoBank }> {
  const port = await freePort(0, 0)
  const settings = testSettings({
    PORT: String(port),
    RATE_LIMIT_PER_MINUTE: '9000000',
    DEMO_OFFICE: 'by_hand',
    SANDBOX_PLAY: 'on',
  })
  const bank = await DemoBank.open(settings)
  // The demo makes its own staff.
  const program = await testProgram({ no_staff: true, settings: { ...settings, bank: bank.access } })
  const close = async () => {
    await program.close()
    await bank.stop()
    rmSync(settings.data_dir, { recursive: true, force: true })
  }
  return { t: { ...program, close }, url: await program.server.listen({ host: '127.0.0.1', port }), bank }
}

/**
 * How much of `DEMO_MADE` there is. Codes count while they can be used, except those of guests, which are issued at
 * each start; exchange offers count unless withdrawn.
 */
export async function demoMade({ services }: Pick<TestProgram, 'services'>): Promise<Record<string, number>> {
  return await services.database.transaction({ kind: 'system' }, async (tx) => {
    const { rows } = await sql<Record<string, bigint>>`
    select (select count(*) from operators.staff where disabled_at is null and username not like 'sandbox-office%') as staff,
      (select count(*) from marketplace.advertisers) as advertisers,
      (select count(*) from marketplace.escrow_top_ups) as escrows,
      (select count(*) from marketplace.products) as products,
      (select count(*) from marketplace.creatives where status = 'approved') as creatives,
      (select count(*) from marketplace.publishers) as publishers,
      (select count(*) from marketplace.placements) as placements,
      (select count(*) from identity.customers) as customers,
      (select count(*) from identity.licence_codes join identity.persons using (person_id)
        where used_at is null and expires_at > platform.now() and full_name not like 'Demo Guest%') as open_codes,
      (select count(*) from identity.transaction_passwords) as transaction_passwords,
      (select count(*) from wallet.bank_lines where assigned_kind is null) as waiting_lines,
      (select count(*) from wallet.deposits) as deposits,
      (select count(*) from service.chat_messages where kind = 'deposit_details') as deposit_messages,
      (select count(*) from plans.plans) as plans,
      (select count(*) from follows.relations) as relations,
      (select count(*) from acceptors.acceptors) as acceptors,
      (select count(*) from acceptors.bond_top_ups) as bonds,
      (select count(*) from acceptors.acceptors where limit_micros > 0) as limits,
      (select count(*) from acceptors.reference_rates) as reference_rates,
      (select count(*) from acceptors.orders where status <> 'withdrawn') as offers,
      (select count(*) from acceptors.orders where customer_id is not null) as entered_offers,
      (select count(*) from coupons.offers) as coupon_offers,
      (select count(*) from coupons.coupons where offer_id is null) as newcomer_coupons,
      (select count(*) from coupons.coupons join coupons.offers using (offer_id) where claim = 'activity')
        as activity_coupons,
      (select count(*) from coupons.coupons join coupons.offers using (offer_id) where offers.kind = 'custom')
        as custom_coupons,
      (select coalesce(sum(credits_posted_micros - debits_posted_micros), 0)::bigint from ledger.accounts
        where code = 'promo') as promotion_micros,
      (select count(*) from startup.grants) as grants,
      (select count(*) from marketplace.creatives where status = 'draft') as open_drafts,
      (select count(*) from operators.proposals left join operators.decisions using (proposal_id)
        where decided_at is null) as open_proposals`.execute(tx)
    return Object.fromEntries(Object.entries(rows[0] ?? {}).map(([name, value]) => [name, Number(value)]))
  })
}
