import type { Activation } from '@adtally/contract/operator/house/customers.ts'
import type { Transaction } from '../../../database/database.ts'
import { newId } from '../../../database/identifiers.ts'
import { Refusal } from '../../../lib/refusal.ts'
import * as audit from '../../audit/index.ts'
import type { Staff } from '../../module.ts'
import * as policies from '../../policies/index.ts'
import type { Services } from '../../services.ts'
import { findByDocument, hasAccount, insertPerson } from '../profile/persons.repository.ts'
import { tokenHash } from '../sessions/tokens.ts'
import { foldName } from '../sign-in/name-folding.ts'
import { insertCode } from './codes.repository.ts'
import { canonicalLicenceCode, newLicenceCode } from './licence-code.ts'

export interface CodeRequest {
  person_name: string
  /** SHA-256 of the identity document, hexadecimal. */
  document_hash: string
  policy_label: string
  expires_in_days: number
  activation: Activation
}

/** A code as issued; `licence_code` is shown once and stored nowhere. */
export interface IssuedCode {
  code_id: string
  licence_code: string
  person_id: string
  policy_version: number
  expires_at: Date
}

/**
 * Records that this member of staff verified a person by a document, and issues their authorization code, bound to
 * the present policy. Throws `record_exists` where the document is another person's or the person already has an
 * account.
 */
export async function issueCode(services: Services, staff: Staff, request: CodeRequest): Promise<IssuedCode> {
  const { version: policy_version } = policies.current(services)
  const licence_code = newLicenceCode()
  const code_hash = tokenHash(canonicalLicenceCode(licence_code) ?? licence_code)
  return await services.database.transaction({ kind: 'system' }, async (tx) => {
    const person_id = await verifiedPerson(tx, staff, request)
    const code_id = newId()
    const { policy_label, activation } = request
    const expires_at = await insertCode(
      tx,
      { code_id, code_hash, person_id, policy_label, policy_version, activation, issued_by: staff.staff_id },
      request.expires_in_days,
    )
    await audit.byStaff(tx, staff, {
      action: 'code.issued',
      subject: { kind: 'authorization_code', id: code_id },
      details: { person_id, policy_label, policy_version, activation, expires_at: expires_at.toISOString() },
    })
    return { code_id, licence_code, person_id, policy_version, expires_at }
  })
}

/** The person with this document, recorded now if the document is new. */
async function verifiedPerson(
  tx: Transaction,
  staff: Staff,
  { person_name, document_hash }: CodeRequest,
): Promise<string> {
  const person_id = newId()
  const hash = Buffer.from(document_hash, 'hex')
  const is_new = await insertPerson(tx, {
    person_id,
    full_name: person_name,
    document_hash: hash,
    verified_by: staff.staff_id,
  })
  if (is_new) {
    await audit.byStaff(tx, staff, {
      action: 'person.verified',
      subject: { kind: 'person', id: person_id },
      details: { document_hash },
    })
    return person_id
  }
  const known = await findByDocument(tx, hash)
  if (!known || foldName(known.full_name) !== foldName(person_name)) {
    throw new Refusal('record_exists', { field: 'person_name' })
  }
  const has_account = await hasAccount(tx, known.person_id)
  if (has_account) throw new Refusal('record_exists', { field: 'document_hash' })
  return known.person_id
}
