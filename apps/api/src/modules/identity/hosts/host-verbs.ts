import { because, text } from '@adtally/contract/fields.ts'
import { email, phone } from '@adtally/contract/identity/identity.ts'
import { shownName } from '@adtally/contract/identity/shown-name.ts'
import { reasonText } from '@adtally/contract/operator/fields.ts'
import { fileInput, type GivenFile } from '@adtally/contract/operator/files.ts'
import * as z from 'zod/mini'
import { parseInput } from '../../../lib/parse-input.ts'
import { Refusal } from '../../../lib/refusal.ts'
import * as audit from '../../audit/index.ts'
import { readGivenJson } from '../../given-file.ts'
import { approvedAct, staffVerb } from '../../module.ts'
import { proposeAct } from '../../operators/index.ts'
import { factsFrom } from '../../proposal-facts.ts'
import { issueSandboxTicket } from './entry-ticket.ts'
import { HOST_ID, HOST_USER, KEY_ID, publicJwk, SANDBOX_HOST, ticketKey } from './host-key.ts'
import {
  findHostKey,
  insertHostKey,
  listHostKeys,
  revokeHostKey,
  ticketAudience,
} from './hosts.repository.ts'

const FILE_BYTES_MAX = 4_096

const hostId = z.string({ error: because('field_invalid') }).check(
  z.regex(HOST_ID, { error: because('field_invalid') }),
  z.refine((id: string) => id !== SANDBOX_HOST, 'field_invalid'),
)
const keyId = z
  .string({ error: because('field_invalid') })
  .check(z.regex(KEY_ID, { error: because('field_invalid') }))

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
const hostKeyAddAct = approvedAct({
  action: 'host_key.add',
  checker_roles: ['risk', 'admin'],
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
export const hostKeyAddVerb = staffVerb({
  name: 'host-key-add',
  summary:
    "Propose a public key (--file: JWK, Ed25519 or P-256) by which a host app's entry tickets are known; whoever holds its private half can sign in that host's users",
  roles: ['risk', 'admin'],
  proposes: hostKeyAddAct,
  input: z.strictObject({
    host_id: hostId,
    host_name: text(80),
    key_id: keyId,
    file: fileInput,
    reason: reasonText,
  }),
  run: async (services, maker, { host_id, host_name, key_id, file, reason }) => {
    const public_jwk = await readJwk(file)
    return await proposeAct(services, maker, hostKeyAddAct, async (tx) => {
      const known = await findHostKey(tx, host_id, key_id)
      if (known !== null) throw new Refusal('record_exists', { field: 'key_id' })
      const payload = { host_id, host_name, key_id, public_jwk }
      return { subject: { kind: 'hybrid_host', id: `${host_id}/${key_id}` }, payload, reason }
    })
  },
})

/** `host-key-revoke`: one person is enough to shut a door. */
export const hostKeyRevokeVerb = staffVerb({
  name: 'host-key-revoke',
  summary: "End a host app's key at once: its tickets are refused from then on, sessions go on",
  roles: ['risk', 'admin'],
  input: z.strictObject({ host_id: hostId, key_id: keyId, reason: reasonText }),
  run: (services, staff, { host_id, key_id, reason }) =>
    services.database.transaction({ kind: 'system' }, async (tx) => {
      const is_ended = await revokeHostKey(tx, host_id, key_id)
      if (!is_ended) throw new Refusal('record_not_found', { field: 'key_id' })
      await audit.byStaff(tx, staff, {
        action: 'host_key.revoked',
        subject: { kind: 'hybrid_host', id: `${host_id}/${key_id}` },
        reason,
      })
      return { host_id, key_id, state: 'revoked' }
    }),
})

/** `host-list`: the audience for hosts' tickets, and the hosts' keys. */
export const hostListVerb = staffVerb({
  name: 'host-list',
  summary: 'Host apps and their public keys, and the audience (`aud`) that their tickets have to name',
  roles: ['support', 'risk', 'admin', 'auditor'],
  input: z.strictObject({}),
  run: (services) =>
    services.database.transaction({ kind: 'system' }, async (tx) => ({
      audience: await ticketAudience(tx),
      keys: await listHostKeys(tx),
    })),
})

/** `ticket-issue`: signs a ticket like a host app, to try the entry page in a sandbox. */
export const ticketIssueVerb = staffVerb({
  name: 'ticket-issue',
  summary:
    "Sandbox only: print an entry ticket (60 seconds, once) for a user of the sandbox's own host, and the address to open; --subject names the user",
  roles: ['support', 'risk', 'admin'],
  input: z.strictObject({
    subject: text(128).check(z.regex(HOST_USER, { error: because('field_invalid') })),
    nickname: z.optional(shownName),
    email: z.optional(email),
    phone: z.optional(phone),
  }),
  run: async (services, staff, { subject, nickname, email: given, phone: number }) => {
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
})

/** The local part of a made-up address, different for each user. */
function addressOf(subject: string): string {
  return Buffer.from(subject).toString('hex').slice(0, 60)
}
