import { numberFault, withKeptNumber } from '@adtally/contract/money/beneficiary-number.ts'
import type { beneficiaryForm } from '@adtally/contract/money/wallet.ts'
import type * as z from 'zod/mini'
import { newId } from '../../../database/identifiers.ts'
import { Refusal } from '../../../lib/refusal.ts'
import * as audit from '../../audit/index.ts'
import { tellCustomer } from '../../customer-notice.ts'
import { checkTransactionPassword, customerById } from '../../identity/index.ts'
import * as policies from '../../policies/index.ts'
import type { Services } from '../../services.ts'
import { lockWallet } from '../repository.ts'
import { maskName, maskNumber } from '../rules.ts'
import { type BeneficiaryRow, currentBeneficiary, replaceBeneficiary } from './beneficiaries.repository.ts'
import { fingerprint, seal } from './sealed-account.ts'
import { withResetWait } from './usable-from.ts'

const HOUR_MS = 3_600_000

export type BeneficiaryForm = z.infer<typeof beneficiaryForm>

/**
 * Replaces the beneficiary after checking the transaction password; withdrawals to it wait 24 h (policy) on a stated
 * hold. Throws `account_number_invalid`, `wallet_address_invalid`, `beneficiary_unchanged` (SPEC §5: must be modified
 * before submitting) and the transaction password's refusals.
 */
export async function editBeneficiary(
  services: Services,
  customer_id: string,
  input: { beneficiary: BeneficiaryForm; password: string },
): Promise<BeneficiaryRow> {
  const form = checkedForm(input.beneficiary)
  await checkTransactionPassword(services, customer_id, input.password)
  const policy = policies.current(services)
  return await services.database.transaction({ kind: 'customer', customer_id }, async (tx) => {
    await lockWallet(tx, customer_id)
    const present = await currentBeneficiary(tx, customer_id)
    const text = JSON.stringify(form)
    const print = fingerprint(services.settings.secret, customer_id, text)
    if (present?.fingerprint.equals(print))
      throw new Refusal('beneficiary_unchanged', { field: 'beneficiary' })
    const row = newRow(services, customer_id, form, text, print, present ? policy.beneficiary_wait_ms : 0)
    await replaceBeneficiary(tx, row)
    await audit.byCustomer(tx, customer_id, {
      action: 'beneficiary.changed',
      subject: { kind: 'beneficiary', id: row.beneficiary_id },
    })
    // Only a change can be a thief's; a first beneficiary takes nothing from anybody.
    if (present) {
      await tellCustomer(tx, customer_id, {
        message: 'beneficiary_changed',
        values: { beneficiary_wait_hours: String(policy.beneficiary_wait_ms / HOUR_MS) },
        subject: { kind: 'beneficiary', id: row.beneficiary_id },
      })
    }
    return withResetWait(row, await customerById(tx, customer_id), policy.beneficiary_wait_ms)
  })
}

function newRow(
  services: Services,
  customer_id: string,
  form: BeneficiaryForm,
  text: string,
  print: Buffer,
  wait_ms: number,
): BeneficiaryRow {
  const beneficiary_id = newId()
  const changed_at = services.clock.now()
  const isBank = form.kind !== 'wallet_address'
  return {
    beneficiary_id,
    customer_id,
    kind: form.kind,
    sealed: seal(services.settings.secret, beneficiary_id, text),
    fingerprint: print,
    bank_name: isBank ? form.bank_name : null,
    network: isBank ? null : form.network,
    branch_name: isBank ? (form.branch_name ?? null) : null,
    beneficiary_name_masked: maskName(form.beneficiary_name),
    account_number_masked: maskNumber(form.account_number),
    bank_address_masked:
      form.kind === 'bank_account' && form.bank_address ? maskName(form.bank_address) : null,
    changed_at,
    usable_from: new Date(changed_at.getTime() + wait_ms),
    replaced_at: null,
  }
}

/** Normalises the form's account number and checks its check digits. */
function checkedForm(input: BeneficiaryForm): BeneficiaryForm {
  const form = withKeptNumber(input)
  const reason = numberFault(form)
  if (reason) throw new Refusal(reason, { field: 'beneficiary.account_number' })
  return form
}

/** The beneficiary bound now; undefined if there is none. */
export async function readBeneficiary(
  services: Services,
  customer_id: string,
): Promise<BeneficiaryRow | undefined> {
  const { beneficiary_wait_ms } = policies.current(services)
  return await services.database.transaction({ kind: 'customer', customer_id }, async (tx) =>
    withResetWait(
      await currentBeneficiary(tx, customer_id),
      await customerById(tx, customer_id),
      beneficiary_wait_ms,
    ),
  )
}
