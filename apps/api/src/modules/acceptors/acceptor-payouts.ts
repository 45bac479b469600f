import { amountInput, because, id } from '@adtally/contract/fields.ts'
import { formatAmount } from '@adtally/money/money.ts'
import * as z from 'zod/mini'
import { Refusal } from '../../lib/refusal.ts'
import { balances } from '../ledger/index.ts'
import { staffVerb } from '../module.ts'
import { proposePayeeAccount, proposePayouts } from '../payouts/index.ts'
import { reasonText, sha256Text } from '../verb-fields.ts'
import { acceptorById, boundBond, lockAcceptor, readBond } from './acceptors.repository.ts'

/** `set-acceptor-account`: proposes the account an acceptor is paid to, in the name its bond was paid from. */
export const setAcceptorAccountVerb = staffVerb({
  name: 'set-acceptor-account',
  summary:
    'Propose the bank account that an acceptor is paid to, in its verified name: --acceptor-id, --account-number, --evidence-hash, --reason',
  roles: ['finance_maker'],
  proposes: 'payee-account.set',
  input: z.strictObject({
    acceptor_id: z.uuid(),
    account_number: z.string({ error: because('field_invalid') }).check(z.maxLength(64, 'field_too_long')),
    evidence_hash: sha256Text,
    reason: reasonText,
  }),
  run: (services, maker, { acceptor_id, ...account }) =>
    services.database.transaction({ kind: 'system' }, async (tx) => {
      const acceptor = await acceptorById(tx, acceptor_id)
      if (!acceptor) throw new Refusal('record_not_found', { field: 'acceptor_id' })
      return await proposePayeeAccount(services, tx, maker, {
        ...account,
        payee_kind: 'acceptor',
        payee_id: acceptor_id,
        account_name: acceptor.account_name,
      })
    }),
})

/** `pay-acceptor`: proposes to pay out what an acceptor earned from completed orders; a bank line confirms it. */
export const payAcceptorVerb = staffVerb({
  name: 'pay-acceptor',
  summary: 'Propose to pay an acceptor out: --acceptor-id, --amount (left out: all that is there), --reason',
  roles: ['finance_maker'],
  proposes: 'payouts.send',
  input: z.strictObject({ acceptor_id: id, amount: z.optional(amountInput), reason: reasonText }),
  run: (services, maker, { acceptor_id, amount, reason }) =>
    services.database.transaction({ kind: 'system' }, async (tx) => {
      const [free_micros = 0n] = await balances(tx, [{ code: 'acceptor_available', owner_id: acceptor_id }])
      const amount_micros = amount ?? free_micros
      if (amount_micros === 0n || amount_micros > free_micros) {
        throw new Refusal('insufficient_balance', { field: 'amount' })
      }
      const item = { source: 'acceptor_available', payee_id: acceptor_id, amount_micros } as const
      return await proposePayouts(services, tx, maker, [item], reason)
    }),
})

/**
 * `take-out-bond`: proposes to pay back bond that covers neither limit nor orders; the database checks it again at
 * payment.
 */
export const takeOutBondVerb = staffVerb({
  name: 'take-out-bond',
  summary:
    'Propose that bond above limit, open orders and those completed lately be paid back: --acceptor-id, --amount, --reason',
  roles: ['finance_maker'],
  proposes: 'payouts.send',
  input: z.strictObject({ acceptor_id: id, amount: amountInput, reason: reasonText }),
  run: (services, maker, { acceptor_id, amount, reason }) =>
    services.database.transaction({ kind: 'system' }, async (tx) => {
      if (!(await lockAcceptor(tx, acceptor_id))) {
        throw new Refusal('record_not_found', { field: 'acceptor_id' })
      }
      const free_micros = (await readBond(tx, acceptor_id)) - (await boundBond(tx, acceptor_id))
      if (amount > free_micros) throw new Refusal('insufficient_balance', { field: 'amount' })
      const item = { source: 'acceptor_bond', payee_id: acceptor_id, amount_micros: amount } as const
      const proposed = await proposePayouts(services, tx, maker, [item], reason)
      return { ...proposed, free_after: formatAmount(free_micros - amount) }
    }),
})
