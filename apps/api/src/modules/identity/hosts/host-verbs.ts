import { text } from '@adtally/contract/fields.ts'
import { ticketIssue } from '@adtally/contract/operator/house/sandbox-clock.ts'
import {
  hostId,
  hostKeyAdd,
  hostKeyAdding,
  hostKeyRevoke,
  hostList,
  keyId,
  publicJwk,
  SANDBOX_HOST,
} from '@adtally/contract/operator/house/staff.ts'
import type { GivenFile } from '@adtally/contract/operator/statement/files.ts'
import * as z from 'zod/mini'
import { parseInput } from '../../../lib/parse-input.ts'
import { Refusal } from '../../../lib/refusal.ts'
import * as audit from '../../audit/index.ts'
import { readGivenJson } from '../../given-file.ts'
import { approvedAct, staffVerb } from '../../module.ts'
import { proposeAct } from '../../operators/index.ts'
import { factsFrom } from '../../proposal-facts.ts'
import { issueSandboxTicket } from './entry-ticket.ts'
import { ticketKey } from './host-key.ts'
import {
  findHostKey,
  insertHostKey,
  listHostKeys,
  revokeHostKey,
  ticketAudience,
} from './hosts.repository.ts'

const FILE_BYTES_MAX = 4_096

async function readJwk(file: GivenFile) {
  const content = await readGivenJson(file, { bytes_max: FILE_BYTES_MAX })
  try {
    const jwk = parseInput(publicJwk, content)
    ticketKey(jwk)
    return jwk
  } catch {
    throw new Refusal('field_invalid', { field: 'file' })
  }
}

/** What the second person's approval adds. */
const hostKeyAddAct = approvedAct(hostKeyAdding, {
  payload: z.strictObject({ host_id: hostId, host_name: text(80), key_id: keyId, public_jwk: publicJwk }),
  facts: async (_services, _tx, { host_id, host_name, key_id, public_jwk }) => ({
    says: `Let whoever holds the private half of key ${key_id} sign in the users of host ${host_id} (${host_name})`,
    before: {},
    after: factsFrom({ host: host_id, host_name, key: key_id, public_jwk }),
  }),
  apply: async (_services, tx, { public_jwk, ...key }, { proposal_id }) => {
    const is_new = await insertHostKey(tx, { ...key, public_jwk: JSON.stringify(public_jwk), proposal_id })
    if (!is_new) throw new Refusal('record_exists', { field: 'key_id' })
    return { ...key, audience: await ticketAudience(tx) }
  },
})

/** `host-key-add`: the maker's half. */
export const hostKeyAddVerb = staffVerb(
  hostKeyAdd,
  async (services, maker, { host_id, host_name, key_id, file, reason }) => {
    const public_jwk = await readJwk(file)
    return await proposeAct(services, maker, hostKeyAddAct, async (tx) => {
      const known = await findHostKey(tx, host_id, key_id)
      if (known !== null) throw new Refusal('record_exists', { field: 'key_id' })
      const payload = { host_id, host_name, key_id, public_jwk }
      return { subject: { kind: 'hybrid_host', id: `${host_id}/${key_id}` }, payload, reason }
    })
  },
  hostKeyAddAct,
)

/** `host-key-revoke`: one person is enough to shut a door. */
export const hostKeyRevokeVerb = staffVerb(hostKeyRevoke, (services, staff, { host_id, key_id, reason }) =>
  services.database.transaction({ kind: 'system' }, async (tx) => {
    const is_ended = await revokeHostKey(tx, host_id, key_id)
    if (!is_ended) throw new Refusal('record_not_found', { field: 'key_id' })
    await audit.byStaff(tx, staff, {
      action: 'host_key.revoked',
      subject: { kind: 'hybrid_host', id: `${host_id}/${key_id}` },
      reason,
    })
    return { host_id, key_id, state: 'revoked' as const }
  }),
)

/** `host-list`: the audience for hosts' tickets, and the hosts' keys. */
export const hostListVerb = staffVerb(hostList, (services) =>
  services.database.transaction({ kind: 'system' }, async (tx) => ({
    audience: await ticketAudience(tx),
    keys: (await listHostKeys(tx)).map((key) => ({ ...key, public_jwk: z.parse(publicJwk, key.public_jwk) })),
  })),
)

/** `ticket-issue`: signs a ticket like a host app, to try the entry page in a sandbox. */
export const ticketIssueVerb = staffVerb(
  ticketIssue,
  async (services, staff, { subject, nickname, email: given, phone: number }) => {
    const profile = {
      ...(nickname !== undefined && { nickname }),
      email: given ?? `${addressOf(subject)}@host.example`,
      phone: number ?? '+66812345678',
    }
    const ticket = await issueSandboxTicket(services, subject, profile)
    await services.database.transaction({ kind: 'system' }, (tx) =>
      audit.byStaff(tx, staff, {
        action: 'ticket.issued',
        subject: { kind: 'host_user', id: `${SANDBOX_HOST}/${subject}` },
      }),
    )
    return { ticket, path: `/#/entry?ticket=${ticket}` }
  },
)

/** The local part of a made-up address, different for each user. */
function addressOf(subject: string): string {
  return Buffer.from(subject).toString('hex').slice(0, 60)
}
