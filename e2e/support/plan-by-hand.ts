import type { Pool } from 'pg'

/** The results of one placement of a plan, from its events. */
export interface PlacementByHand {
  placement: string
  publisher: string
  impressions: number
  clicks: number
  conversions: number
  spend_micros: bigint
  revenue_micros: bigint
}

/** A plan's figures, from ledger entries and delivery events alone. */
export interface PlanByHand {
  spend_micros: bigint
  /** The spend borne by the customer's own money. */
  own_spend_micros: bigint
  /** The spend borne by a coupon and by startup funds. */
  coupon_spend_micros: bigint
  startup_spend_micros: bigint
  revenue_micros: bigint
  spend_returned_micros: bigint
  revenue_reversed_micros: bigint
  impressions: number
  clicks: number
  conversions: number
  /** Most expensive first. */
  placements: PlacementByHand[]
  /** What each invalid event refunded and charged back. */
  invalid: { kind: string; spend_returned_micros: bigint; revenue_reversed_micros: bigint }[]
}

/** Entries of a plan's parts and unsettled revenue: into (plus) or out of (minus) the account of that code. */
const MOVED = `
  select code,
    case when account.id = credit_account_id then amount_micros else -amount_micros end as moved_micros
  from ledger.transfers join ledger.accounts account on account.id in (debit_account_id, credit_account_id)
  where subject_id = $1 and posting in ('spend', 'conversion', 'invalid_before_settlement')`

/** Events that nobody found invalid, on arrival or later, and whose conversion was accepted. */
const VALID = `
  select events.* from delivery.events left join delivery.conversions using (event_id)
  where events.plan_id = $1 and rule is null and coalesce(state, 'credited') <> 'refused'
    and not exists (select from delivery.verdicts where verdicts.event_id = events.event_id)`

/** Adds up the ledger entries and delivery events of a plan, without any view, sum or function of the program. */
export async function planByHand(pool: Pool, plan_id: string): Promise<PlanByHand> {
  const ask = async (sql: string) => (await pool.query<Record<string, string>>(sql, [plan_id])).rows
  const micros = (row: Record<string, string> | undefined, name: string) => BigInt(row?.[name] ?? '0')
  const [money] = await ask(`
    with moved as (${MOVED})
    select
      coalesce(-sum(moved_micros) filter (where code like 'plan\\_%'), 0)::text as spend,
      coalesce(-sum(moved_micros) filter (where code = 'plan_cash'), 0)::text as own,
      coalesce(-sum(moved_micros) filter (where code = 'plan_discount'), 0)::text as coupon,
      coalesce(-sum(moved_micros) filter (where code = 'plan_startup'), 0)::text as startup,
      coalesce(sum(moved_micros) filter (where code = 'customer_unsettled'), 0)::text as revenue,
      coalesce(sum(moved_micros) filter (where code like 'plan\\_%' and moved_micros > 0), 0)::text as returned,
      coalesce(-sum(moved_micros) filter (where code = 'customer_unsettled' and moved_micros < 0), 0)::text as reversed
    from moved`)
  const placements = await ask(`
    select placements.name as placement, publishers.name as publisher,
      count(*) filter (where kind = 'impression')::text as impressions,
      count(*) filter (where kind = 'click')::text as clicks,
      count(*) filter (where kind = 'conversion')::text as conversions,
      sum(charge_micros)::text as spend, sum(payout_micros)::text as revenue
    from (${VALID}) as valid
    join marketplace.placements using (placement_id)
    join marketplace.publishers on publishers.publisher_id = placements.publisher_id
    group by 1, 2 order by sum(charge_micros) desc`)
  const invalid = await ask(`
    select kind, spend_returned_micros::text as returned, revenue_reversed_micros::text as reversed
    from delivery.verdicts join delivery.events using (event_id) where verdicts.plan_id = $1`)
  const counted = (name: string) => placements.reduce((sum, row) => sum + Number(row[name]), 0)
  return {
    spend_micros: micros(money, 'spend'),
    own_spend_micros: micros(money, 'own'),
    coupon_spend_micros: micros(money, 'coupon'),
    startup_spend_micros: micros(money, 'startup'),
    revenue_micros: micros(money, 'revenue'),
    spend_returned_micros: micros(money, 'returned'),
    revenue_reversed_micros: micros(money, 'reversed'),
    impressions: counted('impressions'),
    clicks: counted('clicks'),
    conversions: counted('conversions'),
    placements: placements.map((row) => ({
      placement: row.placement ?? '',
      publisher: row.publisher ?? '',
      impressions: Number(row.impressions),
      clicks: Number(row.clicks),
      conversions: Number(row.conversions),
      spend_micros: micros(row, 'spend'),
      revenue_micros: micros(row, 'revenue'),
    })),
    invalid: invalid.map((row) => ({
      kind: row.kind ?? '',
      spend_returned_micros: micros(row, 'returned'),
      revenue_reversed_micros: micros(row, 'reversed'),
    })),
  }
}
