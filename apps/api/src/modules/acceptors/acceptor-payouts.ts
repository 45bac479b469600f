import { amountInput, because, id } from '@adtally/contract/fields.ts'
import { reasonText, sha256Text } from '@adtally/contract/operator/fields.ts'
import { formatAmount } from '@adtally/money/money.ts'
import * as z from 'zod/mini'
import { Refusal } from '../../lib/refusal.ts'
import { balances } from '../ledger/index.ts'
import { proposalVerb } from '../operators/index.ts'
import { payeeAccountAct, payeeAccountAsked, payoutsAsked, payoutsSendAct } from '../payouts/index.ts'
import { acceptorById, boundBond, lockAcceptor, readBond } from './acceptors.repository.ts'

/** `set-acceptor-account`: proposes where an acceptor is paid, in the name that its bond comes from. */
export const setAcceptorAccountVerb = proposalVerb({
  name: 'set-acceptor-account',
  summary:
    'Propose the bank account that an acceptor is paid to, in its verified name: --acceptor-id, --account-number, --evidence-hash, --reason',
  roles: ['finance_maker'],
  act: payeeAccountAct,
  input: z.strictObject({
    acceptor_id: z.uuid(),
    account_number: z.string({ error: because('field_invalid') }).check(z.maxLength(64, 'field_too_long')),
    evidence_hash: sha256Text,
    reason: reasonText,
  }),
  ask: async (services, tx, { acceptor_id, ...account }) => {
    const acceptor = await acceptorById(tx, acceptor_id)
    if (!acceptor) throw new Refusal('record_not_found', { field: 'acceptor_id' })
    return payeeAccountAsked(services, {
      ...account,
      payee_kind: 'acceptor',
      payee_id: acceptor_id,
      account_name: acceptor.account_name,
    })
  },
})

/** `pay-acceptor`: proposes to pay an acceptor what completed orders have brought; a bank line confirms it. */
export const payAcceptorVerb = proposalVerb({
  name: 'pay-acceptor',
  summary: 'Propose to pay an acceptor out: --acceptor-id, --amount (left out: all that is there), --reason',
  roles: ['finance_maker'],
  act: payoutsSendAct,
  input: z.strictObject({ acceptor_id: id, amount: z.optional(amountInput), reason: reasonText }),
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
export const takeOutBondVerb = proposalVerb({
  name: 'take-out-bond',
  summary:
    'Propose that bond above limit, open orders and those completed lately be paid back: --acceptor-id, --amount, --reason',
  roles: ['finance_maker'],
  act: payoutsSendAct,
  input: z.strictObject({ acceptor_id: id, amount: amountInput, reason: reasonText }),
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
