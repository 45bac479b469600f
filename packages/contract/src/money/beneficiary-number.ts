import type * as z from 'zod/mini'
import { compactAccountNumber, isAccountNumber, isCardNumber, isWalletAddress } from './account-number.ts'
import { beneficiaryForm } from './wallet.ts'

type BeneficiaryForm = z.infer<typeof beneficiaryForm>

/** The form with its number normalised: a card's or account's ungrouped and in capitals, an address unchanged. */
export function withKeptNumber(form: BeneficiaryForm): BeneficiaryForm {
  const account_number =
    form.kind === 'wallet_address'
      ? form.account_number.trim()
      : compactAccountNumber(form.account_number).toUpperCase()
  return { ...form, account_number }
}

/** Why a normalised number is invalid: form, length or check digits; null if it is valid. */
export function numberFault(
  form: BeneficiaryForm,
): 'account_number_invalid' | 'wallet_address_invalid' | null {
  if (form.kind === 'wallet_address') {
    return isWalletAddress(form.network, form.account_number) ? null : 'wallet_address_invalid'
  }
  const isGood = form.kind === 'bank_card' ? isCardNumber : isAccountNumber
  return isGood(form.account_number) ? null : 'account_number_invalid'
}

/** The form with its check digits verified; a separate file, because the computations are heavy to load. */
export const checkedBeneficiaryForm = beneficiaryForm.check((context) => {
  const reason = numberFault(withKeptNumber(context.value))
  if (reason) {
    context.issues.push({ code: 'custom', message: reason, input: context.value, path: ['account_number'] })
  }
})
