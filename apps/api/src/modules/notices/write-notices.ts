import type { NoticeKind } from '@adtally/contract/operator/market/parties-notices.ts'
import { formatAmount } from '@adtally/money/money.ts'
import type { Transaction } from '../../database/database.ts'
import { newId } from '../../database/identifiers.ts'
import { parseInput } from '../../lib/parse-input.ts'
import {
  CONVERSIONS_JUDGED_TOPIC,
  CONVERSIONS_REVERSED_TOPIC,
  conversionFacts,
  type ToldConversion,
  toldConversions,
} from '../delivery/index.ts'
import type { Subscription } from '../module.ts'
import { CONVERSION_PAID_TOPIC, conversionPaid, PLANS_ENDED_TOPIC, plansEnded } from '../plans/index.ts'
import type { Services } from '../services.ts'
import { insertNotices } from './messages.repository.ts'
import { receiversAmong } from './receivers.repository.ts'

/** Something to tell an advertiser. */
interface Fact {
  advertiser_id: string
  kind: NoticeKind
  subject_id: string
  at: Date
  data: Readonly<Record<string, string | null>>
}

/**
 * Writes these facts to the advertisers that want notices, as Standard Webhooks has them: type, timestamp, data. Returns the
 * messages' ids.
 */
export async function writeNotices(
  { settings }: Services,
  tx: Transaction,
  facts: readonly Fact[],
): Promise<string[]> {
  const wanted = await receiversAmong(
    tx,
    facts.map(({ advertiser_id }) => advertiser_id),
  )
  const sandbox = settings.ledger_mode === 'sandbox'
  const notices = facts
    .filter(({ advertiser_id }) => wanted.has(advertiser_id))
    .map(({ advertiser_id, kind, subject_id, at, data }) => ({
      message_id: newId(),
      advertiser_id,
      kind,
      subject_id,
      body: JSON.stringify({ type: kind, timestamp: at.toISOString(), data: { ...data, sandbox } }),
    }))
  await insertNotices(tx, notices)
  return notices.map(({ message_id }) => message_id)
}

function factOf(
  { settings: { currency } }: Services,
  conversion: ToldConversion,
  kind: NoticeKind,
  reason: string | null,
): Fact {
  const { conversion_id, click_id, goal, plan_id, product_id, advertiser_id, payout_micros } = conversion
  const payout = formatAmount(payout_micros)
  return {
    advertiser_id,
    kind,
    subject_id: conversion_id,
    at: conversion.occurred_at,
    data: { conversion_id, click_id, goal, product_id, plan_id, payout, currency, reason },
  }
}

/** Tells what became of each conversion as it came to the books. */
const conversionsJudged: Subscription = {
  topic: CONVERSIONS_JUDGED_TOPIC,
  handle: async (services, tx, payload) => {
    const conversions = await toldConversions(tx, parseInput(conversionFacts, payload).conversion_ids)
    const facts = conversions.map((one) => factOf(services, one, `conversion.${one.state}`, one.reason))
    await writeNotices(services, tx, facts)
  },
}

/** Tells that an owed conversion was paid. */
const conversionWasPaid: Subscription = {
  topic: CONVERSION_PAID_TOPIC,
  handle: async (services, tx, payload) => {
    const conversions = await toldConversions(tx, [parseInput(conversionPaid, payload).conversion_id])
    const facts = conversions.map((one) => factOf(services, one, 'conversion.credited', null))
    await writeNotices(services, tx, facts)
  },
}

/** Tells which conversions were taken back, and by which rule of invalid traffic. */
const conversionsReversed: Subscription = {
  topic: CONVERSIONS_REVERSED_TOPIC,
  handle: async (services, tx, payload) => {
    const conversions = await toldConversions(tx, parseInput(conversionFacts, payload).conversion_ids)
    const facts = conversions.map((one) => factOf(services, one, 'conversion.reversed', one.reversed_by))
    await writeNotices(services, tx, facts)
  },
}

/** Tells which plans on an advertiser's products have finished or are settled. */
const plansHaveEnded: Subscription = {
  topic: PLANS_ENDED_TOPIC,
  handle: async (services, tx, payload) => {
    const { status, reason, at, plans } = parseInput(plansEnded, payload)
    const kind = status === 'settled' ? 'plan.settled' : 'plan.finished'
    const facts = plans.map(({ plan_id, product_id, advertiser_id }) => ({
      ...({ advertiser_id, kind, subject_id: plan_id, at: new Date(at) } as const),
      data: { plan_id, product_id, reason },
    }))
    await writeNotices(services, tx, facts)
  },
}

/** Everything that advertisers are told of. */
export const NOTICES_OF = [conversionsJudged, conversionWasPaid, conversionsReversed, plansHaveEnded]
