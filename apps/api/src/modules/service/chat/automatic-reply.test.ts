import { readFileSync } from 'node:fs'
import { LANGUAGES } from '@adtally/contract/enums.ts'
import { chatList, chatSend, depositDetails } from '@adtally/contract/service/service.ts'
import { keepText } from '@adtally/i18n/keep-words.ts'
import { message } from '@adtally/i18n/server.ts'
import { afterAll, expect, test } from 'vitest'
import { newId } from '../../../database/identifiers.ts'
import { testProgram } from '../../../testing/servers/test-program.ts'
import { testSettings } from '../../../testing/servers/test-services.ts'
import { type BuiltCustomer, buildCustomer } from '../../../testing/worlds/build-customer.ts'
import { buildStaff } from '../../../testing/worlds/build-staff.ts'
import { runVerb } from '../../operators/index.ts'
import { serviceModule } from '../index.ts'

const DAY_MS = 86_400_000
const HOURS = '07:30-19:00'
const SAID_HOURS = '07:30–\u206019:00\u00a0UTC'

const t = await testProgram({ settings: testSettings({ SANDBOX_PLAY: 'on', SERVICE_HOURS: HOURS }) })
afterAll(() => t.close())

const write = (token: string, language = 'en', request_id: string = newId()) =>
  t.call(chatSend, { request_id, text: 'Hello' }, { token, headers: { 'accept-language': language } })

async function authors({ token }: BuiltCustomer): Promise<string[]> {
  const { items } = (await t.call(chatList, {}, { token })).data
  return items.map(({ author }) => author).toReversed()
}

const catalogueOf = (language: string, file: string) =>
  JSON.parse(
    readFileSync(
      new URL(`../../../../../../packages/i18n/src/catalogues/${language}/app/${file}.json`, import.meta.url),
      'utf8',
    ),
  )

test.each(LANGUAGES)(
  'a first message is answered at once in %s: automatic, hours, deposit details, nobody pays to withdraw [proof 460]',
  async (language) => {
    const customer = await buildCustomer(t.services)
    await write(customer.token, language)
    const { items } = (await t.call(chatList, {}, { token: customer.token })).data
    const [reply] = items
    expect(reply).toMatchObject({ author: 'program', author_name: null, kind: 'text' })
    const deposit = keepText(language, catalogueOf(language, 'customer').askDeposit)
    const safety = keepText(language, catalogueOf(language, 'shell').nobodyPays)
    const text = message(language, 'automaticReply.text', { hours: SAID_HOURS, deposit })
    expect(reply?.text).toBe(`${text}\n\n${safety}`)
    for (const said of [SAID_HOURS, deposit]) expect(reply?.text).toContain(said)
  },
)

test('once in a day, however often a message comes again; the next day again', async () => {
  const customer = await buildCustomer(t.services)
  const request_id = newId()
  await Promise.all([write(customer.token, 'en', request_id), write(customer.token, 'en', request_id)])
  await Promise.all([write(customer.token), write(customer.token)])
  expect((await authors(customer)).filter((author) => author === 'program')).toHaveLength(1)
  await t.call(depositDetails, { request_id: newId() }, { token: customer.token })
  await t.advance(DAY_MS + 1_000)
  await write(customer.token)
  expect((await authors(customer)).slice(-2)).toEqual(['customer', 'program'])
})

test('never where a person has answered within the day', async () => {
  const customer = await buildCustomer(t.services)
  const { maker } = await buildStaff(t.services)
  const answer = serviceModule.verbs?.find(({ name }) => name === 'answer-chat')
  if (!answer) throw new Error('there is no verb answer-chat')
  await runVerb(t.services, answer, maker, { customer: customer.username, text: 'Good morning' })
  await write(customer.token)
  await runVerb(t.services, answer, maker, { customer: customer.username, text: 'Yes?', anyway: true })
  await t.advance(DAY_MS / 2)
  await write(customer.token)
  expect(await authors(customer)).toEqual(['service', 'customer', 'service', 'customer'])
})

test('nothing by itself where customers may not play', async () => {
  const other = await testProgram()
  try {
    const { token } = await buildCustomer(other.services)
    await other.call(chatSend, { request_id: newId(), text: 'Hello' }, { token })
    const { items } = (await other.call(chatList, {}, { token })).data
    expect(items.map(({ author }) => author)).toEqual(['customer'])
  } finally {
    await other.close()
  }
})
