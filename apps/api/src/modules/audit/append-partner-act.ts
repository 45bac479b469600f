import type { Transaction } from '../../database/database.ts'
import type { Partner } from '../partner-verb.ts'
import { type AuditEntry, jsonText, requestDone } from './append.ts'
import { type DoneRequest, findPartnerRequest, insertPartnerAct, takePartnerRequest } from './repository.ts'

type ByTheirSession = Pick<Partner, 'session_token' | 'request_id'>

/**
 * As `append`, of what somebody of a partner's did: the database writes their party, person and role by the session. Where
 * the act is done once, takes its request's id. Throws `request_done`, and fails where the session has ended.
 */
export async function appendPartnerAct(
  tx: Transaction,
  { session_token, request_id }: ByTheirSession,
  { action, subject, reason, details }: Pick<AuditEntry, 'action' | 'subject' | 'reason' | 'details'>,
): Promise<void> {
  const act = { action, subject_kind: subject.kind, subject_id: subject.id }
  if (request_id !== undefined) {
    const before = await takePartnerRequest(tx, session_token, request_id, act)
    if (before) throw requestDone(before)
  }
  await insertPartnerAct(tx, session_token, {
    ...act,
    customer_id: null,
    reason: reason ?? null,
    details: jsonText(details ?? {}),
  })
}

/** What this session's person did by a request's id; null if nothing. */
export async function doneByPartner(
  tx: Transaction,
  { session_token, request_id }: ByTheirSession,
): Promise<DoneRequest | null> {
  return request_id === undefined ? null : await findPartnerRequest(tx, session_token, request_id)
}

/** Throws `request_done` with what it was where whoever's session this is had an act by this request's id. */
export async function refuseDoneByPartner(
  tx: Transaction,
  { session_token }: Pick<Partner, 'session_token'>,
  request_id: string,
): Promise<void> {
  const before = await findPartnerRequest(tx, session_token, request_id)
  if (before) throw requestDone(before)
}
