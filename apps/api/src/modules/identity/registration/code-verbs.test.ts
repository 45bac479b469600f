import { registration } from '@adtally/contract/identity/registration.ts'
import { afterAll, describe, expect, test } from 'vitest'
import { parseInput } from '../../../lib/parse-input.ts'
import { buildCustomer, registrationForm } from '../../../testing/worlds/build-customer.ts'
import { buildStaff } from '../../../testing/worlds/build-staff.ts'
import { identityProgram } from '../../../testing/worlds/identity-program.ts'
import { issueCodeVerb, listCodesVerb, revokeCodeVerb } from './code-verbs.ts'
import { registerCustomer } from './register.ts'

const program = await identityProgram()
afterAll(() => program.close())
const staff = await buildStaff(program.services)

let documents = 0
function newDocument(): string {
  documents += 1
  return documents.toString(16).padStart(64, 'd')
}

async function issue(flags: Record<string, string> = {}) {
  const issued = await issueCodeVerb.run(program.services, staff.maker, {
    person_name: 'Sam Green',
    document_hash: newDocument(),
    ...flags,
  })
  return Object(issued)
}

async function list(flags: Record<string, string> = {}) {
  return Object(await listCodesVerb.run(program.services, staff.maker, flags))
}

function register(licence_code: string) {
  const visitor = { address: '192.0.2.1', user_agent: undefined, language: 'en', time_zone: 'UTC' } as const
  return registerCustomer(program.services, parseInput(registration, registrationForm(licence_code)), visitor)
}

describe('issuing', () => {
  test('prints the code once; it is stored as a hash', async () => {
    const issued = await issue({ expires_in_days: '30', policy_label: 'launch' })
    expect(issued).toMatchObject({
      policy_version: 1,
      licence_code: expect.stringMatching(/^(.{4}-){3}.{4}$/),
    })
    const days = (issued.expires_at.getTime() - program.services.clock.now_ms()) / 86_400_000
    expect(days).toBeCloseTo(30, 2)
    const rows = await program.db.asOwner('select row_to_json(c)::text as text from identity.licence_codes c')
    expect(JSON.stringify(rows)).not.toContain(issued.licence_code.replaceAll('-', ''))
    const log = await program.db.asOwner('select row_to_json(e)::text as text from audit.entries e')
    expect(JSON.stringify(log)).not.toContain(issued.licence_code.slice(0, 9))
    const { items } = await list({ limit: '1' })
    expect(items).toMatchObject([
      { code_id: issued.code_id, policy_label: 'launch', person_name: 'Sam Green', state: 'open' },
    ])
    expect(items[0]).not.toHaveProperty('licence_code')
  })

  test.each([
    ['person_name', '', 'field_required'],
    ['person_name', '!!', 'field_invalid'],
    ['person_name', 'x'.repeat(81), 'field_too_long'],
    ['document_hash', '', 'field_required'],
    ['document_hash', 'g'.repeat(64), 'field_invalid'],
    ['document_hash', 'a'.repeat(63), 'field_invalid'],
    ['expires_in_days', '0', 'field_invalid'],
    ['expires_in_days', '91', 'field_invalid'],
    ['expires_in_days', '1.5', 'field_invalid'],
    ['activation', 'never', 'field_invalid'],
    ['surprise', 'x', 'field_unknown'],
  ])('--%s %j is %s', async (field, value, reason) => {
    await expect(issue({ [field]: value })).rejects.toMatchObject({ reason, details: { field } })
  })

  test('again for the same person is one person with two codes', async () => {
    const document_hash = newDocument()
    const [one, two] = [
      await issue({ document_hash }),
      await issue({ document_hash: document_hash.toUpperCase(), person_name: 'GREEN, Sam' }),
    ]
    expect(two.person_id).toBe(one.person_id)
    await register(one.licence_code)
    await expect(register(two.licence_code)).rejects.toMatchObject({ reason: 'person_has_account' })
    await expect(issue({ document_hash })).rejects.toMatchObject({
      reason: 'record_exists',
      details: { field: 'document_hash' },
    })
  })

  test('with another person’s document is refused', async () => {
    const document_hash = newDocument()
    await issue({ document_hash })
    await expect(issue({ document_hash, person_name: 'Alex Brown' })).rejects.toMatchObject({
      reason: 'record_exists',
      details: { field: 'person_name' },
    })
  })

  test('ten at once for one new document is one person', async () => {
    const document_hash = newDocument()
    const issued = await Promise.all(Array.from({ length: 10 }, () => issue({ document_hash })))
    expect(new Set(issued.map(({ person_id }) => person_id)).size).toBe(1)
  })
})

describe('afterwards', () => {
  test('a revoked code opens nothing; a used one can’t be revoked', async () => {
    const { code_id, licence_code } = await issue()
    await revokeCodeVerb.run(program.services, staff.maker, { code_id, reason: 'sent to the wrong address' })
    await expect(register(licence_code)).rejects.toMatchObject({ reason: 'authorization_code_expired' })
    const again = revokeCodeVerb.run(program.services, staff.maker, { code_id, reason: 'again' })
    await expect(again).rejects.toMatchObject({ reason: 'record_not_found' })
    await buildCustomer(program.services)
    const used = (await list()).items.find(({ state }: { state: string }) => state === 'used')
    const late = revokeCodeVerb.run(program.services, staff.maker, { code_id: used.code_id, reason: 'late' })
    await expect(late).rejects.toMatchObject({ reason: 'record_not_found' })
  })

  test('the list pages through all, newest first', async () => {
    for (let count = 0; count < 3; count += 1) await issue()
    const seen: string[] = []
    let cursor: string | null = ''
    while (cursor !== null) {
      const page: { items: { code_id: string }[]; next_cursor: string | null } = await list({
        limit: '2',
        ...(cursor === '' ? {} : { cursor }),
      })
      seen.push(...page.items.map(({ code_id }) => code_id))
      cursor = page.next_cursor
    }
    expect(seen.length).toBeGreaterThanOrEqual(3)
    expect(seen).toEqual(seen.toSorted().reverse())
    expect(new Set(seen).size).toBe(seen.length)
    await expect(list({ cursor: 'x' })).rejects.toMatchObject({ reason: 'cursor_invalid' })
  })
})
