import type { Office } from '../../demo/office.ts'

const reason = 'as agreed'

/**
 * An acceptor that two people have verified, with a bond and a limit; answers its id. `payBond` answers the line of the bank by
 * which whoever is named has paid it.
 */
export async function buildAcceptor(
  office: Office,
  limit: string,
  payBond: (name: string) => Promise<string | null>,
): Promise<string> {
  const name = 'Exchange Harbour Ltd'
  const made = await office.decide('create-acceptor', {
    kind: 'enterprise',
    name,
    legal_name: name,
    account_name: name,
    evidence_hash: '5e'.repeat(32),
    fee_percent: '0.50',
    reason,
  })
  const acceptor_id = String(made.acceptor_id)
  await office.decide('match-bond', { line_id: await payBond(name), acceptor_id })
  await office.decide('set-acceptor-limit', { acceptor_id, limit, reason })
  return acceptor_id
}

/** The euro's reference rate as of a moment, by two people. */
export async function setEuroRate(office: Office, at: Date): Promise<void> {
  const rate = { currency: 'EUR', rate: '0.920000', source: 'ECB reference rates' }
  await office.decide('set-reference-rate', { ...rate, as_of: at.toISOString(), reason })
}
