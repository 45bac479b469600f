import type { OutputOf } from '@adtally/contract/call.ts'
import { LIMIT_DEFAULT } from '@adtally/contract/fields.ts'
import type { shareIncome, shareList } from '@adtally/contract/plans/follow.ts'
import { formatAmount } from '@adtally/money/money.ts'
import * as z from 'zod/mini'
import { isId } from '../../../database/identifiers.ts'
import { readCursor, writeCursor } from '../../../lib/cursor.ts'
import { Refusal } from '../../../lib/refusal.ts'
import { customersByIds, personOf } from '../../identity/index.ts'
import { productsByIds, relatedParties } from '../../marketplace/index.ts'
import { cutPage, keyOf } from '../../paging.ts'
import { plansNamed } from '../../plans/index.ts'
import type { Services } from '../../services.ts'
import { presentShare } from '../presenter.ts'
import { incomeOf, type SharePosition, sharesOf, totalIncome } from './shares.repository.ts'

interface PageInput {
  cursor?: string | undefined
  limit?: number | undefined
}

/** A page of the customer's own shares, each with its plan. Throws `cursor_invalid`. */
export async function listShares(
  { database }: Services,
  customer_id: string,
  { cursor, limit = LIMIT_DEFAULT }: PageInput,
): Promise<OutputOf<typeof shareList>> {
  const after = cursor === undefined ? null : positionOf(cursor)
  return await database.transaction({ kind: 'system' }, async (tx) => {
    const found = await sharesOf(tx, customer_id, { after, limit: limit + 1 })
    const { items: shown, next_cursor } = cutPage(found, limit, cursorOf)
    const plans = await plansNamed(
      tx,
      shown.map(({ plan_id }) => plan_id),
    )
    const products = await productsByIds(
      tx,
      [...plans.values()].map(({ product_id }) => product_id),
    )
    const leaders = await customersByIds(
      tx,
      shown.map(({ leader_id }) => leader_id),
    )
    const related = await relatedParties(tx)
    const items = shown.map((entry) => {
      const plan = plans.get(entry.plan_id)
      const leader = leaders.get(entry.leader_id)
      return {
        ...presentShare(entry),
        plan_id: entry.plan_id,
        plan_number: plan?.number ?? '',
        product_name: products.get(plan?.product_id ?? '')?.name ?? '',
        operated_id: leader?.operated_id ?? '',
        nickname: leader?.nickname ?? '',
        related_party: related.customer_ids.has(entry.leader_id),
        cumulative: formatAmount(entry.cumulative_micros),
        high_water: formatAmount(entry.mark_micros),
      }
    })
    return { items, next_cursor }
  })
}

function cursorOf({
  created_at,
  plan_id,
  revision,
}: {
  created_at: Date
  plan_id: string
  revision: number
}) {
  return writeCursor(created_at.toISOString(), plan_id, revision)
}

function positionOf(cursor: string): SharePosition {
  const [created_at, plan_id, revision] = readCursor(cursor, isMoment, isId, isRevision)
  return { created_at, plan_id, revision: Number(revision) }
}

/** Whether `text` is a time as `toISOString` writes it; the database has no year 0. */
function isMoment(text: string): boolean {
  return z.safeParse(z.iso.datetime(), text).success && !text.startsWith('0000')
}

function isRevision(text: string): boolean {
  return /^[1-9]\d{0,3}$/.test(text)
}

function isFollowerNumber(text: string): boolean {
  return /^[1-9]\d{0,8}$/.test(text)
}

/** A page of the customer's income as a leader, by follower. Throws `cursor_invalid`. */
export async function listIncome(
  { database }: Services,
  customer_id: string,
  { cursor, limit = LIMIT_DEFAULT }: PageInput,
): Promise<OutputOf<typeof shareIncome>> {
  const after = Number(keyOf(cursor, isFollowerNumber) ?? 0)
  return await database.transaction({ kind: 'system' }, async (tx) => {
    const person = await personOf(tx, customer_id)
    if (!person) throw new Refusal('no_user_data')
    const found = await incomeOf(tx, person.person_id, { after, limit: limit + 1 })
    const { items, next_cursor } = cutPage(found, limit, ({ follower_number }) => String(follower_number))
    return {
      items: items.map(({ follower_number, first_followed_at, plans, income_micros, latest }) => ({
        follower_number,
        first_followed_at: first_followed_at.toISOString(),
        plans,
        income: formatAmount(income_micros),
        latest: latest && presentShare(latest),
      })),
      next_cursor,
      total: formatAmount(await totalIncome(tx, person.person_id)),
    }
  })
}
