import { OFFICE_HEADER, OFFICE_HEADER_VALUE } from '@adtally/contract/operator/statement/session.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { signInOver } from '../../testing/office/office-client.ts'
import { databaseDigest } from '../../testing/servers/database-digest.ts'
import { testProgram } from '../../testing/servers/test-program.ts'
import { buildMarket } from '../../testing/worlds/build-market.ts'
import { PICTURE } from '../../testing/worlds/busy-customer.ts'
import { cookieName } from '../door/door-cookie.ts'
import { officeFace } from './office-server.ts'

const program = await testProgram()
afterAll(() => program.close())
const { product_id } = await buildMarket(program.services, program.modules)
const { settings } = program.services
let token = ''
beforeAll(async () => {
  token = await signInOver(program, 'maker')
})

type Form = Record<string, string | Uint8Array<ArrayBuffer>>

/** What the office's page sends of a form, with these header fields in place of its own. */
async function send(name: string, form: Form | object, fields: Record<string, string> = {}) {
  const parts = new FormData()
  for (const [part, value] of Object.entries(form))
    parts.append(
      part,
      value instanceof Uint8Array ? new File([new Uint8Array(value)], 'picture.png') : String(value),
    )
  const encoded = new Response(parts)
  const reply = await program.server.inject({
    method: 'POST',
    url: `${settings.operator_path}/${name}`,
    headers: {
      [OFFICE_HEADER]: OFFICE_HEADER_VALUE,
      origin: settings.console_origin,
      'sec-fetch-site': 'same-origin',
      'content-type': encoded.headers.get('content-type') ?? '',
      cookie: `${cookieName(officeFace(settings))}=${token}`,
      ...fields,
    },
    payload: Buffer.from(await encoded.arrayBuffer()),
  })
  return JSON.parse(reply.body)
}

const save = (creative_id: string, fields: Record<string, string> = {}) =>
  program.server.inject({
    url: `${settings.operator_path}/save-creative?creative_id=${creative_id}`,
    headers: {
      [OFFICE_HEADER]: OFFICE_HEADER_VALUE,
      cookie: `${cookieName(officeFace(settings))}=${token}`,
      ...fields,
    },
  })

const picture = new Uint8Array(PICTURE)
const draft = { product_id, kind: 'native', headline: 'Play', body: 'Now', file: picture }

test('a file goes in as a part of a form and comes out as an attachment, byte for byte [proof 1218]', async () => {
  const { code, data } = await send('create-creative', draft)
  expect(code).toBe(200)
  const reply = await save(data.creative_id)
  expect(reply.headers).toMatchObject({
    'content-type': 'image/png',
    'content-disposition': expect.stringMatching(/^attachment; filename="[\w.-]+"$/),
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
  })
  expect(reply.rawPayload).toEqual(Buffer.from(PICTURE))
})

test('whoever may not send or have it is refused before the form is looked at, and nothing comes of it [proof 1219]', async () => {
  const digest = async () => {
    const { 'operators.sessions': _, ...rest } = await databaseDigest(program.db)
    return rest
  }
  const before = await digest()
  const reasonOf = async (name: string, form: object, fields?: Record<string, string>) =>
    (await send(name, form, fields)).data.reason
  const wrong = { ...draft, file: 'a path', surplus: picture }
  expect(await reasonOf('create-creative', wrong, { origin: 'https://evil.example' })).toBe('origin_foreign')
  expect(await reasonOf('create-creative', wrong, { cookie: '' })).toBe('not_signed_in')
  expect(await reasonOf('create-creative', wrong), 'control').toBe('field_unknown')
  expect(await reasonOf('create-creative', { ...draft, file: '/etc/passwd' })).toBe('field_invalid')
  expect(await reasonOf('create-creative', { ...draft, file: new Uint8Array(0) })).toMatch(
    /^(asset|file|field)_/,
  )
  expect(await reasonOf('place-hold', { reason: 'account_theft' })).toBe('body_malformed')
  const as_json = await program.server.inject({
    method: 'POST',
    url: `${settings.operator_path}/create-creative`,
    headers: {
      [OFFICE_HEADER]: OFFICE_HEADER_VALUE,
      origin: settings.console_origin,
      cookie: `${cookieName(officeFace(settings))}=${token}`,
    },
    payload: { ...draft, file: '/etc/passwd' },
  })
  expect(JSON.parse(as_json.body).data).toMatchObject({ reason: 'field_invalid', field: 'file' })
  expect(await digest()).toEqual(before)
})
