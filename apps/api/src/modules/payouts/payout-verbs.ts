import { payOwnMoney } from '@adtally/contract/operator/finance/books.ts'
import { payPublishers, takeOutEscrow } from '@adtally/contract/operator/finance/parties-money.ts'
import { balances, PLATFORM_ID } from '../ledger/index.ts'
import { allPublishers } from '../marketplace/index.ts'
import { proposalVerb } from '../operators/index.ts'
import { accountInForce } from './repository.ts'
import { BATCH_MAX, payoutsAsked, payoutsSendAct } from './send-payouts.ts'

/** `pay-publishers`: proposes to pay every publisher that has something free and an account what it has earned. */
export const payPublishersVerb = proposalVerb(payPublishers, {
  act: payoutsSendAct,
  ask: async (_services, tx, { minimum = 1n, publisher_id }) => {
    const publishers = (await allPublishers(tx)).filter(
      (publisher) => publisher_id === undefined || publisher.publisher_id === publisher_id,
    )
    const free = await balances(
      tx,
      publishers.map(({ publisher_id: owner_id }) => ({ code: 'publisher_available', owner_id })),
    )
    const items = []
    const without_account = []
    for (const [index, publisher] of publishers.entries()) {
      const free_micros = free[index] ?? 0n
      if (free_micros < minimum) continue
      const account = await accountInForce(tx, 'publisher', publisher.publisher_id)
      if (account === undefined) without_account.push(publisher.name)
      else {
        const payee_id = publisher.publisher_id
        items.push({ source: 'publisher_available', payee_id, amount_micros: free_micros } as const)
      }
    }
    const asked = await payoutsAsked(tx, items.slice(0, BATCH_MAX), 'Publishers’ earnings')
    return { ...asked, answer: { ...asked.answer, without_account } }
  },
})

/** `take-out-escrow`: proposes that free escrow go back to its advertiser; refused while conversions are owed. */
export const takeOutEscrowVerb = proposalVerb(takeOutEscrow, {
  act: payoutsSendAct,
  ask: (_services, tx, { advertiser_id, amount, reason }) =>
    payoutsAsked(tx, [{ source: 'escrow', payee_id: advertiser_id, amount_micros: amount }], reason),
})

/** `pay-own-money`: proposes that the platform's own money be paid out to its own account. */
export const payOwnMoneyVerb = proposalVerb(payOwnMoney, {
  act: payoutsSendAct,
  ask: (_services, tx, { amount, reason }) =>
    payoutsAsked(tx, [{ source: 'own', payee_id: PLATFORM_ID, amount_micros: amount }], reason),
})
