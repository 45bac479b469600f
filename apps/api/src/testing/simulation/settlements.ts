import type { Micros } from '@adtally/money/money.ts'
import { bigintAsText } from '../../lib/bigint-as-text.ts'
import { promised } from './finding.ts'
import type { World } from './world.ts'

interface ResultRow {
  number: string
  revision: number
  created_at: string
  spend: Micros
  fee: Micros
  revenue: Micros
  startup_spend: Micros
  startup_return: Micros
  profit_share: Micros
  customer: Micros
  rebate: Micros
  platform_fee: Micros
  event_spend: Micros
  event_fee: Micros
  conversions: Micros
}

const RESULTS = `
  select number, revision::int4 as revision, result.created_at::text as created_at, spend_micros as spend,
    spend_fee_micros as fee, revenue_micros as revenue, startup_spend_micros as startup_spend,
    startup_return_micros as startup_return, profit_share_micros as profit_share, customer_micros as customer,
    rebate_micros as rebate, platform_fee_micros as platform_fee,
    valid.spend as event_spend, valid.fee as event_fee, earned.micros as conversions
  from plans.results result join plans.plans using (plan_id)
  cross join lateral (
    select coalesce(sum(charge_micros), 0)::bigint as spend, coalesce(sum(fee_micros), 0)::bigint as fee
    from delivery.events
    where events.plan_id = result.plan_id and charge_micros > 0 and rule is null
      and not exists (select from delivery.verdicts where verdicts.event_id = events.event_id)
  ) as valid
  cross join lateral (
    select coalesce(sum(conversions.payout_micros), 0)::bigint as micros
    from delivery.conversions left join delivery.conversion_payments using (event_id)
    where conversions.plan_id = result.plan_id and (state = 'credited' or conversion_payments.event_id is not null)
      and not exists (select from delivery.verdicts where verdicts.event_id = conversions.event_id)
  ) as earned
  where result.created_at > $1::timestamptz
    and revision = (select max(revision) from plans.results later where later.plan_id = result.plan_id)
  order by result.created_at`

/** Computes settlements a second time, from the events' own numbers and with its own arithmetic (PRODUCT §3). */
export class Settlements {
  #until = '-infinity'
  seen = 0
  corrected = 0

  /** Compares what was settled or corrected since the last look. */
  async look(world: World): Promise<void> {
    for (const row of await world.books.rows<ResultRow>(RESULTS, [this.#until])) {
      this.#until = row.created_at
      this.seen += 1
      if (row.revision > 1) this.corrected += 1
      const startup_most = row.spend === 0n ? 0n : (row.revenue * row.startup_spend) / row.spend
      const startup_return = startup_most < row.startup_spend ? startup_most : row.startup_spend
      const agrees =
        row.spend === row.event_spend &&
        row.fee === row.event_fee &&
        row.revenue === row.conversions &&
        row.startup_return === startup_return &&
        row.startup_return + row.profit_share + row.customer === row.revenue &&
        row.rebate + row.platform_fee === row.fee
      promised(agrees, 'a settlement is what its events make of it', () => JSON.stringify(row, bigintAsText))
    }
  }
}
