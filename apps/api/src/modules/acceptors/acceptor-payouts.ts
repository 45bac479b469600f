import { payAcceptor, setAcceptorAccount, takeOutBond } from '@adtally/contract/operator/finance/acceptors.ts'
import { formatAmount } from '@adtally/money/money.ts'
import { Refusal } from '../../lib/refusal.ts'
import { balances } from '../ledger/index.ts'
import { proposalVerb } from '../operators/index.ts'
import { payeeAccountAct, payeeAccountAsked, payoutsAsked, payoutsSendAct } from '../payouts/index.ts'
import { acceptorById, boundBond, lockAcceptor, readBond } from './acceptors.repository.ts'

/** `set-acceptor-account`: proposes where an acceptor is paid, in the name that its bond comes from. */
export const setAcceptorAccountVerb = proposalVerb(setAcceptorAccount, {
  act: payeeAccountAct,
  ask: async (services, tx, { acceptor_id, account_number, reason }, maker) => {
    const acceptor = await acceptorById(tx, acceptor_id)
    if (!acceptor) throw new Refusal('record_not_found', { field: 'acceptor_id' })
    const { account_name } = acceptor
    const account = { payee_kind: 'acceptor', payee_id: acceptor_id, account_name } as const
    return payeeAccountAsked(services, { ...account, account_number, reason }, maker)
  },
})

/** `pay-acceptor`: proposes to pay an acceptor what completed orders have brought; a bank line confirms it. */
export const payAcceptorVerb = proposalVerb(payAcceptor, {
  act: payoutsSendAct,
  ask: async (_services, tx, { acceptor_id, amount, reason }) => {
    const [free_micros = 0n] = await balances(tx, [{ code: 'acceptor_available', owner_id: acceptor_id }])
    const amount_micros = amount ?? free_micros
    if (amount_micros === 0n || amount_micros > free_micros) {
      throw new Refusal('insufficient_balance', { field: 'amount' })
    }
    const item = { source: 'acceptor_available', payee_id: acceptor_id, amount_micros } as const
    return await payoutsAsked(tx, [item], reason)
  },
})

/**
 * `take-out-bond`: proposes to pay back bond that covers neither limit nor orders; the database checks it again at
 * payment.
 */
export const takeOutBondVerb = proposalVerb(takeOutBond, {
  act: payoutsSendAct,
  ask: async (_services, tx, { acceptor_id, amount, reason }) => {
    if (!(await lockAcceptor(tx, acceptor_id))) {
      throw new Refusal('record_not_found', { field: 'acceptor_id' })
    }
    const free_micros = (await readBond(tx, acceptor_id)) - (await boundBond(tx, acceptor_id))
    if (amount > free_micros) throw new Refusal('insufficient_balance', { field: 'amount' })
    const item = { source: 'acceptor_bond', payee_id: acceptor_id, amount_micros: amount } as const
    const asked = await payoutsAsked(tx, [item], reason)
    return { ...asked, answer: { ...asked.answer, free_after: formatAmount(free_micros - amount) } }
  },
})
