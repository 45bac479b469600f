import type { Micros } from '@adtally/money/money.ts'
import type { Transaction } from '../../../database/database.ts'
import { newId } from '../../../database/identifiers.ts'
import { publish } from '../../../database/outbox.ts'
import { balances, postTransfers, type Transfer } from '../../ledger/index.ts'
import type { JobHandler } from '../../module.ts'
import type { Services } from '../../services.ts'
import { accountsOf } from '../accounts.ts'
import { correctSettlement } from '../corrections/correct-settlement.ts'
import { CONVERSION_PAID_TOPIC } from '../facts.ts'
import { lockPlans, type Plan } from '../plans.repository.ts'
import { moneyOfPlans } from '../reading/plan-money.ts'
import { conversionTransfer, revenueDays } from '../running/credit-conversions.ts'
import { type OwedConversion, setPaid, waitingOwed } from './owed.repository.ts'
import { askToPayOwed, PAY_OWED_JOB } from './owed.ts'

const AT_ONCE_MAX = 200

/**
 * `plan.pay-owed`: pays an advertiser's owed conversions in event order as far as escrow reaches, first from the
 * plan's own reserve if a reversal freed some. If the plan has settled by now, its settlement is corrected.
 */
export const payOwedJob: JobHandler = {
  kind: PAY_OWED_JOB,
  async run(services, tx, { subject_id: advertiser_id }) {
    const waiting = await waitingOwed(tx, advertiser_id, AT_ONCE_MAX)
    const plans = await lockPlans(
      tx,
      waiting.map(({ plan_id }) => plan_id),
    )
    // Read again: while waiting for the locks, a verdict may have cancelled some.
    const owed = await waitingOwed(tx, advertiser_id, AT_ONCE_MAX)
    const payable = await affordable(tx, advertiser_id, owed, plans)
    if (payable.length === 0) return
    const [settled] = payable.filter(({ plan }) => plan.status === 'settled')
    if (settled && settled === payable[0]) await payAfterSettlement(services, tx, settled)
    else
      await payBeforeSettlement(
        services,
        tx,
        payable.slice(0, settled ? payable.indexOf(settled) : undefined),
      )
    await askToPayOwed(tx, [advertiser_id])
  },
}

interface Payable {
  plan: Plan
  conversion: OwedConversion
  /** Paid by the plan's own reserve. */
  from_reserve: boolean
}

/**
 * The conversions that can be paid, in event order: one that escrow can't pay holds up later ones, except those that
 * their own plan's reserve pays.
 */
async function affordable(
  tx: Transaction,
  advertiser_id: string,
  owed: readonly OwedConversion[],
  plans: ReadonlyMap<string, Plan>,
): Promise<Payable[]> {
  const [escrow_micros = 0n] = await balances(tx, [{ code: 'escrow', owner_id: advertiser_id }])
  const money = await moneyOfPlans(tx, [...plans.keys()])
  const reserved = new Map([...money].map(([plan_id, { reserved_micros }]) => [plan_id, reserved_micros]))
  let free: Micros = escrow_micros
  let is_waiting = false
  const payable: Payable[] = []
  for (const conversion of owed) {
    const { plan_id, payout_micros } = conversion
    const plan = plans.get(plan_id)
    if (!plan) continue
    const own = reserved.get(plan_id) ?? 0n
    const from_reserve = own >= payout_micros
    is_waiting ||= !from_reserve && free < payout_micros
    if (!from_reserve && is_waiting) continue
    if (from_reserve) reserved.set(plan_id, own - payout_micros)
    else free -= payout_micros
    payable.push({ plan, conversion, from_reserve })
  }
  return payable
}

async function payBeforeSettlement(
  services: Services,
  tx: Transaction,
  payable: readonly Payable[],
): Promise<void> {
  const dayOf = await revenueDays(
    services,
    tx,
    payable.map(({ plan }) => plan),
  )
  await postTransfers(
    tx,
    payable.flatMap(({ plan, conversion, from_reserve }) => {
      const { escrow, reserved } = accountsOf(plan)
      const { conversion_id, payout_micros } = conversion
      const top_up: Transfer = {
        id: newId(),
        kind: 'posted',
        posting: 'conversion',
        debit: escrow,
        credit: reserved,
        amount_micros: payout_micros,
        cause: { kind: 'conversion', id: conversion_id },
      }
      return [...(from_reserve ? [] : [top_up]), conversionTransfer(plan, conversion_id, dayOf(plan))]
    }),
  )
  for (const { conversion } of payable) await notePaid(tx, conversion)
}

async function payAfterSettlement(
  services: Services,
  tx: Transaction,
  { plan, conversion }: Payable,
): Promise<void> {
  const caused_by = { kind: 'conversion', id: conversion.conversion_id } as const
  await correctSettlement(services, tx, plan, {
    cause: 'owed',
    caused_by,
    spend: [],
    reversed: [],
    added: [conversion],
  })
  await notePaid(tx, conversion)
}

async function notePaid(tx: Transaction, conversion: OwedConversion): Promise<void> {
  const { conversion_id, plan_id, customer_id, payout_micros } = conversion
  await setPaid(tx, [conversion_id])
  await publish(
    tx,
    CONVERSION_PAID_TOPIC,
    { conversion_id, plan_id, customer_id, payout_micros: String(payout_micros) },
    plan_id,
  )
}
