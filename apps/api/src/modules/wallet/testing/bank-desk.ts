import { newId } from '../../../database/identifiers.ts'
import { Office } from '../../../demo/office.ts'
import { approveAsProposed } from '../../../testing/office/approve-as-proposed.ts'
import { sendInFile } from '../../../testing/send-in-file.ts'
import type { TestServices } from '../../../testing/servers/test-services.ts'
import { camt053File, type FileLine } from '../../../testing/worlds/bank-statement-files.ts'
import {
  type BuiltCustomer,
  buildCustomer,
  justSignedIn,
  transactionPasswordDigest,
} from '../../../testing/worlds/build-customer.ts'
import { buildStaff } from '../../../testing/worlds/build-staff.ts'
import { giveGrant, setTransactionPassword } from '../../identity/index.ts'
import { type ApprovedAct, approvedActs } from '../../module.ts'
import type { ProposalVerb } from '../../operators/index.ts'
import type { Services } from '../../services.ts'
import type { ImportResult } from '../bank-statements/import-statement.ts'
import { editBeneficiary } from '../beneficiaries/edit-beneficiary.ts'
import { depositAccountFor } from '../deposits/deposit-account.ts'
import { withdraw } from '../withdrawals/withdraw.ts'
import { bringStatement } from './bring-statement.ts'

export const PIN = transactionPasswordDigest('123456')

/** A bank account that withdrawals go to, with a name of many scripts. */
export const PAYEE = {
  kind: 'bank_account',
  bank_name: 'Bank & Söhne <AG>',
  beneficiary_name: 'Zoë O’Hara & Cie "東京"',
  account_number: 'DE89370400440532013000',
} as const

/** Gives a customer a transaction password, `PIN`, and `PAYEE` to withdraw to. */
export async function bindAccount(
  services: Services,
  customer_id: string,
): Promise<{ beneficiary_id: string }> {
  await setTransactionPassword(services, justSignedIn(services, customer_id), { password: PIN })
  return await editBeneficiary(services, customer_id, { password: PIN, beneficiary: PAYEE })
}

/** A bank's statements, one after another, and customers with money from them. */
export interface BankDesk {
  /** Two people bring lines as the next statement. */
  importLines(
    lines: readonly Pick<FileLine, 'amount' | 'name' | 'account' | 'remittance'>[],
  ): Promise<ImportResult>
  /** What the next statement opens with; `closeWith` says that a test has brought one of its own. */
  closing(): string
  closeWith(file: string): void
  /** The bank's own name of the newest line. */
  newestReference(): string
  /** A customer who has paid in, with a transaction password and a bound bank account. */
  customer(amount: string): Promise<BuiltCustomer & { beneficiary_id: string }>
  /** Requests a withdrawal with a grant of its own. */
  ask(
    customer: { customer_id: string; beneficiary_id: string },
    amount_micros: bigint,
    request_id?: string,
  ): Promise<{ withdrawal_id: string }>
  /** The second person approves what the first proposed. */
  approved(proposed: Promise<{ proposal_id: string }>, facts_hash?: string): Promise<unknown>
  /** One person proposes by a verb, another approves. */
  agreed<Input>(verb: ProposalVerb<Input, unknown>, input: Input): Promise<unknown>
  /** Staff at their verbs. */
  office(): Promise<Office>
  /** Sends approved withdrawals to the bank in one payment order. */
  sent(...numbers: readonly string[]): Promise<unknown>
}

/** Opens a bank desk on a test's services, whose database must have no statements yet. */
export function bankDesk(t: TestServices): BankDesk {
  let closing = '0.00'
  let references = 0
  const acts: ApprovedAct[] = approvedActs(t.modules)
  const desk: BankDesk = {
    async importLines(lines) {
      const numbered = lines.map((line) => {
        references += 1
        return { ...line, bank_reference: `R${references}`, booked_at: '2026-11-20' }
      })
      const file = camt053File({ opening: closing, lines: numbered })
      const result = await bringStatement(t.services, { format: 'camt053', file })
      desk.closeWith(file)
      return result
    },
    closing: () => closing,
    closeWith(file) {
      closing = /CLBD.*?<Amt[^>]*>([^<]*)</s.exec(file)?.[1] ?? closing
    },
    newestReference: () => `R${references}`,
    async customer(amount) {
      const customer = await buildCustomer(t.services)
      const { customer_id } = customer
      const { reference: remittance } = await depositAccountFor(t.services, customer_id)
      await desk.importLines([{ amount, name: 'Someone', account: 'DE89370400440532013000', remittance }])
      const { beneficiary_id } = await bindAccount(t.services, customer_id)
      return { ...customer, beneficiary_id }
    },
    async ask({ customer_id, beneficiary_id }, amount, request_id = newId()) {
      const { grant } = await t.services.database.transaction({ kind: 'system' }, (tx) =>
        giveGrant(tx, { customer_id, amount_micros: amount, beneficiary_id }),
      )
      return await withdraw(t.services, customer_id, { request_id, amount, beneficiary_id, grant })
    },
    async approved(proposed, facts_hash) {
      const { checker } = await buildStaff(t.services)
      const { proposal_id } = await proposed
      return await approveAsProposed(t.services, acts, { proposal_id, staff: checker, facts_hash })
    },
    async agreed(verb, input) {
      const { maker } = await buildStaff(t.services)
      return await desk.approved(verb.propose(t.services, maker, input))
    },
    office: async () => new Office(t.services, t.modules, await buildStaff(t.services)),
    sent: async (...numbers) => await sendInFile(await desk.office(), ...numbers),
  }
  return desk
}
