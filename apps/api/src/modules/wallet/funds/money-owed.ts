import { judgeMoneyOwed } from '@adtally/contract/operator/finance/books-wallet.ts'
import { formatAmount } from '@adtally/money/money.ts'
import * as z from 'zod/mini'
import type { Transaction } from '../../../database/database.ts'
import * as audit from '../../audit/index.ts'
import { type JobHandler, type Subscription, staffVerb } from '../../module.ts'
import { contradictions } from '../bank-statements/contradictions.repository.ts'
import { presentContradiction } from '../bank-statements/statement-presenter.ts'
import {
  lockPositions,
  owedNow,
  paymentStops,
  readMoneyOwed,
  takePositionAgain,
} from './money-owed.repository.ts'

const EVERY_MS = 5 * 60_000

/** The outbox topic of stopped and resumed payments. */
export const PAYMENTS_CHANGED_TOPIC = 'wallet.payments_changed'
const whole = z.pipe(
  z.string().check(z.regex(/^-?\d+$/)),
  z.transform((text: string) => BigInt(text)),
)
export const paymentsFact = z.strictObject({
  /** The change's number in the sequence of changes. */
  sequence: whole,
  stopped: z.boolean(),
  bank_micros: whole,
  owed_micros: whole,
})

/**
 * Whether the bank's closing balances are below what customers are owed, there is a shortfall, or the bank contradicts
 * a booked statement: deposits, plans and platform payouts then stop automatically, but withdrawals go on (PRODUCT §2.11). Costs one look-up by index; judged
 * at each import, and again when bookings have changed what is owed.
 */
export async function paymentsStopped(tx: Transaction): Promise<boolean> {
  return (await readMoneyOwed(tx))?.stopped ?? false
}

/** Judges by what is owed now and records a changed verdict; answers whether payments are stopped. */
export async function judgeAgain(tx: Transaction): Promise<boolean> {
  await lockPositions(tx, 'main')
  const held = await readMoneyOwed(tx)
  if (!held) return false
  const is_short = held.bank_micros < (await owedNow(tx)) || held.shortfall_micros > 0n
  const stopped = is_short || held.contradicted
  const [noted] = await paymentStops(tx, 1)
  // Recording a position records the change.
  if (stopped !== held.stopped || stopped !== (noted?.stopped ?? false)) await takePositionAgain(tx)
  return stopped
}

/** `wallet.money-owed`: also counts what was booked since the last statement, such as a recalled deposit. */
export const moneyOwedJob: JobHandler = {
  kind: 'wallet.money-owed',
  every_ms: EVERY_MS,
  run: async (_services, tx) => void (await judgeAgain(tx)),
}

export const judgeMoneyOwedVerb = staffVerb(judgeMoneyOwed, ({ database }) =>
  database.transaction({ kind: 'system' }, async (tx) => {
    const stopped = await judgeAgain(tx)
    const held = await readMoneyOwed(tx)
    return {
      stopped,
      bank: held ? formatAmount(held.bank_micros) : null,
      owed: formatAmount(await owedNow(tx)),
      contradicted: (await contradictions(tx)).map(presentContradiction),
    }
  }),
)

/** Logs that payments stopped or resumed, in nobody's name. */
export const paymentsChangedLogged: Subscription = {
  topic: PAYMENTS_CHANGED_TOPIC,
  async handle(_services, tx, payload) {
    const { stopped, bank_micros, owed_micros } = z.parse(paymentsFact, payload)
    await audit.append(tx, {
      actor: { kind: 'program' },
      action: stopped ? 'payments.stopped' : 'payments.resumed',
      subject: { kind: 'platform', id: 'payments' },
      details: { bank: formatAmount(bank_micros), owed: formatAmount(owed_micros) },
    })
  },
}
