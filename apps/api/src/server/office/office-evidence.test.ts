import { OFFICE_HEADER, OFFICE_HEADER_VALUE } from '@adtally/contract/operator/statement/session.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newId } from '../../database/identifiers.ts'
import { signInOver } from '../../testing/office/office-client.ts'
import { testProgram } from '../../testing/servers/test-program.ts'
import { buildStaff } from '../../testing/worlds/build-staff.ts'
import { cookieName } from '../door/door-cookie.ts'
import { officeFace } from './office-server.ts'

const program = await testProgram()
afterAll(() => program.close())
const { settings } = program.services
const tokens = { maker: '', checker: '' }
beforeAll(async () => {
  await buildStaff(program.services)
  for (const name of ['maker', 'checker'] as const) tokens[name] = await signInOver(program, name)
})

/** What the office's page sends: a form where there is a file, else JSON. */
async function ask(by: keyof typeof tokens, name: string, input: Record<string, string | File>) {
  const parts = new FormData()
  for (const [part, value] of Object.entries(input)) parts.append(part, value)
  const has_file = Object.values(input).some((value) => value instanceof File)
  const body = new Response(has_file ? parts : JSON.stringify(input))
  return await program.server.inject({
    method: 'POST',
    url: `${settings.operator_path}/${name}`,
    headers: {
      [OFFICE_HEADER]: OFFICE_HEADER_VALUE,
      origin: settings.console_origin,
      'sec-fetch-site': 'same-origin',
      'content-type': has_file ? (body.headers.get('content-type') ?? '') : 'application/json',
      cookie: `${cookieName(officeFace(settings))}=${tokens[by]}`,
    },
    payload: Buffer.from(await body.arrayBuffer()),
  })
}

const ACCOUNT = {
  ...{ payee_kind: 'platform', account_number: 'DE89370400440532013000', reason: 'Documents seen' },
}
const letter = (text: string, name = 'letter.txt') => new File([text], name)

test('evidence goes in as a part of a form, and comes out as an attachment for who decides; the same again is the first, with another file it is refused [proof 1312]', async () => {
  const request_id = newId()
  const propose = async (evidence_file: File | string, id = request_id) =>
    JSON.parse((await ask('maker', 'set-payee-account', { ...ACCOUNT, request_id: id, evidence_file })).body)
  const first = await propose(letter('It is ours'))
  expect(first.code).toBe(200)
  expect((await propose(letter('It is ours'))).data).toEqual(first.data)
  expect((await propose(letter('It is theirs'))).data.reason).toBe('request_id_reused')
  const other = { ...ACCOUNT, account_number: 'GB82WEST12345698765432', request_id }
  const reply = await ask('maker', 'set-payee-account', { ...other, evidence_file: letter('It is ours') })
  expect(JSON.parse(reply.body).data.reason, 'another number under the same id').toBe('request_id_reused')

  const { proposal_id } = first.data
  const shown = await program.server.inject({
    url: `${settings.operator_path}/show-proposal?proposal_id=${proposal_id}`,
    headers: {
      [OFFICE_HEADER]: OFFICE_HEADER_VALUE,
      cookie: `${cookieName(officeFace(settings))}=${tokens.checker}`,
    },
  })
  const [{ evidence_id }] = JSON.parse(shown.body).data.evidence
  const opened = await ask('checker', 'open-evidence', { evidence_id })
  expect(opened.body).toBe('It is ours')
  expect(opened.headers).toMatchObject({
    'content-type': 'text/plain',
    'content-disposition': expect.stringMatching(/^attachment; filename="letter\.txt"/),
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
  })
})

test('50 MB, nothing, a type that lies and a typed hash are refused over HTTP, each with its reason [proof 1313]', async () => {
  const reasonOf = async (evidence_file: File | string) => {
    const reply = await ask('maker', 'set-payee-account', { ...ACCOUNT, request_id: newId(), evidence_file })
    const { code, data } = JSON.parse(reply.body)
    return [code, data.reason, data.field]
  }
  expect(await reasonOf(new File([new Uint8Array(50_000_000)], 'scan.pdf'))).toEqual([
    ...[400, 'file_too_large', 'evidence_file'],
  ])
  expect(await reasonOf(letter(''))).toEqual([400, 'file_empty', 'evidence_file'])
  expect(await reasonOf(letter('<html>', 'scan.pdf'))).toEqual([
    ...[400, 'evidence_type_differs', 'evidence_file'],
  ])
  expect(await reasonOf('ab'.repeat(32))).toEqual([400, 'field_invalid', 'evidence_file'])
})
