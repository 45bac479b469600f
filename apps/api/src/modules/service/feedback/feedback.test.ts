import { feedback, feedbackList } from '@adtally/contract/service/feedback.ts'
import { notifications } from '@adtally/contract/service/service.ts'
import { afterAll, expect, test } from 'vitest'
import { newId } from '../../../database/identifiers.ts'
import { testProgram } from '../../../testing/servers/test-program.ts'
import { buildCustomer } from '../../../testing/worlds/build-customer.ts'
import { buildStaff } from '../../../testing/worlds/build-staff.ts'
import { serviceModule } from '../index.ts'

const p = await testProgram()
afterAll(() => p.close())

const GIVEN = { subject: 'The chart', content: 'It is hard to read in the sun.' }

async function verb(name: string, flags: Record<string, unknown>) {
  const { maker } = await buildStaff(p.services)
  return await serviceModule.verbs?.find((one) => one.name === name)?.run(p.services, maker, flags)
}

test('is given once however often it is tried; other words under its id are refused', async () => {
  const { token } = await buildCustomer(p.services)
  const request_id = newId()
  const tries = await Promise.all(
    Array.from({ length: 10 }, () => p.call(feedback, { request_id, ...GIVEN }, { token })),
  )
  expect(new Set(tries.map(({ data }) => data.feedback_id)).size).toBe(1)
  const other = await p.call(feedback, { request_id, ...GIVEN, content: 'else' }, { token })
  expect(other).toMatchObject({ code: 405, data: { reason: 'request_id_reused' } })
  expect((await p.call(feedbackList, {}, { token })).data.items).toHaveLength(1)
})

test('with half an emoji is refused, its field named, and its request id is free for the whole one', async () => {
  const { token } = await buildCustomer(p.services)
  const request_id = newId()
  for (const field of ['subject', 'content']) {
    const broken = { request_id, ...GIVEN, [field]: 'hi \ud83d' }
    const reply = await p.call(feedback, broken, { token })
    expect(reply).toMatchObject({ code: 400, data: { reason: 'field_invalid', field } })
  }
  const whole = { request_id, ...GIVEN, subject: 'hi 😀' }
  const [first, second] = [await p.call(feedback, whole, { token }), await p.call(feedback, whole, { token })]
  expect(first.code).toBe(200)
  expect(second.data).toEqual(first.data)
})

test('wants a subject and content, each blamed for itself [proof 80]', async () => {
  const { token } = await buildCustomer(p.services)
  for (const field of ['subject', 'content']) {
    const reply = await p.call(feedback, { request_id: newId(), ...GIVEN, [field]: '  ' }, { token })
    expect(reply).toMatchObject({ code: 400, data: { reason: 'field_required', field } })
  }
})

test('waits for an answer, of which the customer is told, and is nobody else’s', async () => {
  const one = await buildCustomer(p.services)
  const two = await buildCustomer(p.services)
  const { data } = await p.call(feedback, { request_id: newId(), ...GIVEN }, { token: one.token })
  const { feedback_id } = data
  expect(Object(await verb('list-feedback', {})).items).toContainEqual(
    expect.objectContaining({ feedback_id, customer: one.username, answers: [] }),
  )
  await verb('answer-feedback', { feedback_id, text: 'A darker line comes with the next version.' })
  await p.drain()
  expect(Object(await verb('list-feedback', {})).items).not.toContainEqual(
    expect.objectContaining({ feedback_id }),
  )
  const [own] = (await p.call(feedbackList, {}, { token: one.token })).data.items
  expect(own?.answers).toMatchObject([{ text: 'A darker line comes with the next version.' }])
  const [told] = (await p.call(notifications, {}, { token: one.token })).data.items
  expect(told).toMatchObject({
    title: 'Reply to your feedback: The chart',
    subject_kind: 'feedback',
    subject_id: feedback_id,
  })
  expect((await p.call(feedbackList, {}, { token: two.token })).data.items).toEqual([])
})

test('comes from one customer twenty times a day at most', async () => {
  const { token } = await buildCustomer(p.services)
  const codes = []
  for (let index = 0; index < 22; index += 1) {
    codes.push((await p.call(feedback, { request_id: newId(), ...GIVEN }, { token })).data.reason)
  }
  expect(codes.filter((reason) => reason === 'feedback_too_often')).toHaveLength(2)
  await p.advance(24 * 60 * 60 * 1000)
  expect((await p.call(feedback, { request_id: newId(), ...GIVEN }, { token })).code).toBe(200)
})
