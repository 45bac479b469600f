import { hash } from 'node:crypto'
import { isId } from '../../database/identifiers.ts'
import { ACCOUNT_CODES, type Account, type AccountRule } from './chart-of-accounts.ts'

// Hashing costs more than looking up an account that is used repeatedly.
const CACHED_MAX = 100_000
/**
 * Nested by code, owner and subject, so that no joined key is built and hashed per look-up. Plain maps: a
 * least-recently-used map per code doubled the look-up time, and each transfer makes several.
 */
const cached = new Map<string, Map<string, Map<string, string>>>()
let cached_total = 0

/**
 * The account's id, derived from its parts: the first 48 bits of the subject's (or owner's) UUID v7, so that accounts
 * opened together lie together in the index, and the rest from SHA-256, as a UUID v8. Same as the database's
 * `ledger.account_id`. Throws `TypeError` if owner or subject is no UUID or the chart disagrees.
 */
export function accountId(account: Account): string {
  const { code, owner_id, subject_id = '' } = account
  const known = cached.get(code)?.get(owner_id)?.get(subject_id)
  if (known !== undefined) return known
  checkAccount(account)
  const id = derive(subject_id || owner_id, hash('sha256', `${code}:${owner_id}:${subject_id}`, 'hex'))
  keep(code, owner_id, subject_id, id)
  return id
}

function keep(code: string, owner_id: string, subject_id: string, id: string): void {
  if (cached_total >= CACHED_MAX) {
    cached.clear()
    cached_total = 0
  }
  const by_owner = cached.get(code) ?? new Map<string, Map<string, string>>()
  const by_subject = by_owner.get(owner_id) ?? new Map<string, string>()
  cached.set(code, by_owner.set(owner_id, by_subject.set(subject_id, id)))
  cached_total += 1
}

function derive(time_source: string, digest: string): string {
  const [first, second, rest] = [digest.slice(1, 4), digest.slice(5, 8), digest.slice(8, 20)]
  return `${time_source.slice(0, 13)}-8${first}-8${second}-${rest}`
}

function checkAccount(account: Account): void {
  const rule: AccountRule = ACCOUNT_CODES[account.code]
  if (!isId(account.owner_id)) throw new TypeError(`${account.code}: the owner's id is no UUID`)
  if ((rule.subject === undefined) !== (account.subject_id === undefined)) {
    throw new TypeError(
      `${account.code}: ${rule.subject === undefined ? 'has no subject' : `needs its ${rule.subject}`}`,
    )
  }
  if (account.subject_id !== undefined && !isId(account.subject_id)) {
    throw new TypeError(`${account.code}: the subject's id is no UUID`)
  }
}
