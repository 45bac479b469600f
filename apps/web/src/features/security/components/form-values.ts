import type { BeneficiaryKind } from '@adtally/contract/enums.ts'
import type { Beneficiary, BeneficiaryForm } from '../api/beneficiary.ts'

export const NETWORKS = ['bitcoin', 'ethereum', 'tron'] as const

/** All fields of all kinds, so that changing the kind loses nothing but the number. */
export interface FormValues {
  kind: BeneficiaryKind
  bank_name: string
  network: (typeof NETWORKS)[number]
  beneficiary_name: string
  account_number: string
  branch_name: string
  bank_address: string
}

export type FieldName = Exclude<keyof FormValues, 'kind' | 'network'>

/** The fields of each kind in order. */
export const FIELDS: Record<BeneficiaryKind, readonly { name: FieldName; optional?: true }[]> = {
  bank_card: [
    { name: 'bank_name' },
    { name: 'beneficiary_name' },
    { name: 'account_number' },
    { name: 'branch_name', optional: true },
  ],
  bank_account: [
    { name: 'bank_name' },
    { name: 'beneficiary_name' },
    { name: 'account_number' },
    { name: 'bank_address', optional: true },
    { name: 'branch_name', optional: true },
  ],
  wallet_address: [{ name: 'beneficiary_name' }, { name: 'account_number' }],
}

/** The initial values: whatever of the present beneficiary is not masked. */
export function initialValues(bound: Beneficiary | null): FormValues {
  return {
    kind: bound?.kind ?? 'bank_card',
    bank_name: bound?.bank_name ?? '',
    network: NETWORKS.find((network) => network === bound?.network) ?? 'bitcoin',
    beneficiary_name: '',
    account_number: '',
    branch_name: bound?.branch_name ?? '',
    bank_address: '',
  }
}

/** The form as the call takes it: the fields of its kind, optional ones only if filled in. */
export function formOf(values: FormValues): BeneficiaryForm {
  const { kind, network, bank_name, beneficiary_name, account_number, branch_name, bank_address } = values
  if (kind === 'wallet_address') return { kind, network, beneficiary_name, account_number }
  const bank = {
    bank_name,
    beneficiary_name,
    account_number,
    ...(branch_name.trim() ? { branch_name } : {}),
  }
  if (kind === 'bank_card') return { kind, ...bank }
  return { kind, ...bank, ...(bank_address.trim() ? { bank_address } : {}) }
}
