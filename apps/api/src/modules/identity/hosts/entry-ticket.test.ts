import { generateKeyPairSync, type KeyObject } from 'node:crypto'
import { hybridLogin, hybridRegister } from '@adtally/contract/identity/identity-hybrid.ts'
import { SignJWT } from 'jose'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { approveAsProposed } from '../../../testing/office/approve-as-proposed.ts'
import { testSettings } from '../../../testing/servers/test-services.ts'
import { buildCode } from '../../../testing/worlds/build-customer.ts'
import { buildStaff } from '../../../testing/worlds/build-staff.ts'
import { forgetTries, identityProgram } from '../../../testing/worlds/identity-program.ts'
import { fileOf } from '../../given-file.ts'
import { approvedActs } from '../../module.ts'
import { issueSandboxTicket } from './entry-ticket.ts'
import { sandboxHostKey } from './host-key.ts'
import { hostKeyAddVerb, hostKeyRevokeVerb, hostListVerb, ticketIssueVerb } from './host-verbs.ts'

const reason = 'Contract with the host seen'

const program = await identityProgram()
const staff = await buildStaff(program.services)
const audience = Object(await hostListVerb.run(program.services, staff.maker, {})).audience
const lantern = await addHost('lantern', 'ed-1', generateKeyPairSync('ed25519'))
const harbour = await addHost('harbour', 'ec-1', generateKeyPairSync('ec', { namedCurve: 'P-256' }))
beforeEach(() => forgetTries(program.db))
afterAll(async () => {
  await program.close()
})

function jwkFile(content: unknown) {
  return fileOf('key.json', JSON.stringify(content))
}

function propose(host: string, key: string, jwk: unknown) {
  const flags = { host_id: host, host_name: 'A host', key_id: key, file: jwkFile(jwk), reason }
  return hostKeyAddVerb.run(program.services, staff.maker, flags)
}

function approved(proposal_id: string) {
  const acts = approvedActs(program.modules)
  return approveAsProposed(program.services, acts, { proposal_id, staff: staff.checker })
}

async function addHost(host: string, key: string, pair: { publicKey: KeyObject; privateKey: KeyObject }) {
  const { proposal_id } = Object(await propose(host, key, pair.publicKey.export({ format: 'jwk' })))
  await approved(proposal_id)
  return pair.privateKey
}

interface Wishes {
  host?: string
  kid?: string
  alg?: string
  key?: KeyObject | Uint8Array
  claims?: Record<string, unknown>
  audience?: string
  issued_s?: number
  life_s?: number
}

/** A valid ticket, except for `wishes`. */
async function ticket(wishes: Wishes = {}): Promise<string> {
  const now_s = Math.floor(program.services.clock.now_ms() / 1000) + (wishes.issued_s ?? 0)
  const claims = { email: 'kim@host.example', phone: '+66812345678', sub: 'kim', ...wishes.claims }
  return await new SignJWT({ jti: crypto.randomUUID(), ...claims })
    .setProtectedHeader({ alg: wishes.alg ?? 'EdDSA', kid: wishes.kid ?? 'ed-1' })
    .setIssuer(wishes.host ?? 'lantern')
    .setAudience(wishes.audience ?? audience)
    .setIssuedAt(now_s)
    .setExpirationTime(now_s + (wishes.life_s ?? 60))
    .sign(wishes.key ?? lantern)
}

async function reasonOf(text: string): Promise<string | undefined> {
  return (await program.call(hybridLogin, { ticket: text })).data.reason
}

describe('tickets of hosts', () => {
  test('control: one that is right is traded, by either kind of key', async () => {
    expect(await reasonOf(await ticket())).toBe('ad_account_missing')
    const other = { host: 'harbour', kid: 'ec-1', alg: 'ES256', key: harbour }
    expect(await reasonOf(await ticket(other))).toBe('ad_account_missing')
  })

  test.each<[string, () => Wishes]>([
    ['signed by another key', () => ({ key: generateKeyPairSync('ed25519').privateKey })],
    ['of a key that the host does not have', () => ({ kid: 'ed-2' })],
    ['of an unknown host', () => ({ host: 'nobody' })],
    ['of one host signed by another', () => ({ host: 'harbour', kid: 'ec-1' })],
    ['signed with the public key as a secret', () => ({ alg: 'HS256', key: Buffer.from('ed-1'.repeat(16)) })],
    ['for another database', () => ({ audience: 'urn:uuid:00000000-0000-4000-8000-000000000000' })],
    ['longer than sixty seconds', () => ({ life_s: 61 })],
    ['from the future', () => ({ issued_s: 30 })],
    ['without a subject', () => ({ claims: { sub: undefined } })],
    ['without an id', () => ({ claims: { jti: undefined } })],
    ['with a short id', () => ({ claims: { jti: '1' } })],
    ['with a subject that has a NUL', () => ({ claims: { sub: 'a\0b' } })],
    ['of a host whose name has a NUL', () => ({ host: 'lan\0tern' })],
    ['with a key name that has a NUL', () => ({ kid: 'ed\0' })],
    ['with a number as id', () => ({ claims: { jti: 12_345_678 } })],
    ['without an e-mail address', () => ({ claims: { email: undefined } })],
    ['with a wrong phone number', () => ({ claims: { phone: '0812345678' } })],
    ['in the sandbox host’s name', () => ({ host: 'sandbox', kid: 'sandbox-1' })],
  ])('%s is invalid', async (_what, wishes) => {
    expect(await reasonOf(await ticket(wishes()))).toBe('ticket_invalid')
  })

  test.each([
    'x',
    'a.b.c',
    '....',
    'eyJhbGciOiJub25lIn0.eyJpc3MiOiJsYW50ZXJuIn0.',
    `${'a'.repeat(2_000)}.b.c`,
    '\u202e\ufffd',
  ])('what is no ticket (%s) is invalid', async (text) => {
    expect(await reasonOf(text)).toBe('ticket_invalid')
  })

  test('one changed character is a forgery, wherever it stands', async () => {
    const right = await ticket()
    for (let at = 0; at < right.length - 1; at += 7) {
      const letter = right[at] === 'A' ? 'B' : 'A'
      if (right[at] === '.') continue
      const forged = `${right.slice(0, at)}${letter}${right.slice(at + 1)}`
      expect(await reasonOf(forged), String(at)).toBe('ticket_invalid')
    }
    expect(await reasonOf(right)).toBe('ad_account_missing')
  })

  test('one that is over says so only where its signature is right', async () => {
    expect(await reasonOf(await ticket({ issued_s: -90 }))).toBe('ticket_expired')
    const { privateKey } = generateKeyPairSync('ed25519')
    expect(await reasonOf(await ticket({ issued_s: -90, key: privateKey }))).toBe('ticket_invalid')
  })

  test('guesses from one address end after three hundred', async () => {
    const answers = []
    for (let tries = 0; tries < 301; tries += 1) answers.push(await reasonOf('a.b.c'))
    expect(answers.slice(-2)).toEqual(['ticket_invalid', 'too_many_requests'])
  })
})

test('users of two hosts who have one name there are two customers here, each with an own account', async () => {
  const wishes: Wishes[] = [{}, { host: 'harbour', kid: 'ec-1', alg: 'ES256', key: harbour }]
  const opened = []
  for (const wish of wishes) {
    const email = `${wish.host ?? 'lantern'}@namesake.example`
    const of_namesake = () => ticket({ ...wish, claims: { sub: 'namesake', email } })
    // The other host's account is another user's.
    expect(await reasonOf(await of_namesake())).toBe('ad_account_missing')
    const { licence_code: authorization_code } = await buildCode(program.services)
    const { code, data } = await program.call(hybridRegister, {
      ticket: await of_namesake(),
      authorization_code,
    })
    expect(code).toBe(200)
    opened.push({ of_namesake, customer_id: data.user.customer_id })
  }
  expect(new Set(opened.map(({ customer_id }) => customer_id)).size).toBe(2)
  for (const { of_namesake, customer_id } of opened) {
    const { data } = await program.call(hybridLogin, { ticket: await of_namesake() })
    expect(data.user.customer_id).toBe(customer_id)
  }
})

describe('keys of hosts', () => {
  test('need two people, are public, and are points of their curve', async () => {
    const pair = generateKeyPairSync('ed25519')
    const jwk = pair.publicKey.export({ format: 'jwk' })
    const { proposal_id } = Object(await propose('pier', 'ed-1', jwk))
    expect(await reasonOf(await ticket({ host: 'pier', key: pair.privateKey }))).toBe('ticket_invalid')
    const acts = approvedActs(program.modules)
    const by_maker = approveAsProposed(program.services, acts, { proposal_id, staff: staff.maker })
    await expect(by_maker).rejects.toMatchObject({ reason: 'four_eyes' })
    await approved(proposal_id)
    expect(await reasonOf(await ticket({ host: 'pier', key: pair.privateKey }))).toBe('ad_account_missing')
    const wrong = [
      pair.privateKey.export({ format: 'jwk' }),
      { ...jwk, crv: 'X25519' },
      { kty: 'EC', crv: 'P-256', x: 'A'.repeat(43), y: 'A'.repeat(43) },
      { kty: 'oct', k: 'c2VjcmV0' },
      'text',
    ]
    for (const each of wrong) {
      await expect(Promise.resolve().then(() => propose('pier', 'ed-2', each))).rejects.toMatchObject({
        reason: 'field_invalid',
        details: { field: 'file' },
      })
    }
    await expect(propose('pier', 'ed-1', jwk)).rejects.toMatchObject({ reason: 'record_exists' })
    await expect(Promise.resolve().then(() => propose('sandbox', 'ed-1', jwk))).rejects.toMatchObject({
      details: { field: 'host_id' },
    })
  })

  test('can be ended by one person at once', async () => {
    const key = await addHost('quay', 'ed-1', generateKeyPairSync('ed25519'))
    const signed = await ticket({ host: 'quay', key })
    const flags = { host_id: 'quay', key_id: 'ed-1', reason }
    await hostKeyRevokeVerb.run(program.services, staff.maker, flags)
    expect(await reasonOf(signed)).toBe('ticket_invalid')
    await expect(hostKeyRevokeVerb.run(program.services, staff.maker, flags)).rejects.toMatchObject({
      reason: 'record_not_found',
    })
  })
})

describe('the host that a sandbox plays', () => {
  test('ticket-issue prints what opens the entry page', async () => {
    const issued = Object(await ticketIssueVerb.run(program.services, staff.maker, { subject: 'ana' }))
    expect(issued.path).toBe(`/#/entry?ticket=${issued.ticket}`)
    expect(await reasonOf(issued.ticket)).toBe('ad_account_missing')
  })

  test('is nobody on a live ledger', async () => {
    const said = { email: 'a@host.example', phone: '+66812345678' }
    const live = { ...program.services, settings: { ...testSettings(), ledger_mode: 'live' as const } }
    await expect(issueSandboxTicket(live, 'ana', said)).rejects.toMatchObject({ reason: 'sandbox_only' })
    const key = sandboxHostKey(program.services.settings.secret)
    const signed = await ticket({ host: 'sandbox', kid: 'sandbox-1', key })
    program.services.settings.ledger_mode = 'live'
    try {
      expect(await reasonOf(signed)).toBe('ticket_invalid')
    } finally {
      program.services.settings.ledger_mode = 'sandbox'
    }
    expect(await reasonOf(signed)).toBe('ad_account_missing')
  })
})
