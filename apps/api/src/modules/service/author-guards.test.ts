import { afterAll, describe, expect, test } from 'vitest'
import { newId } from '../../database/identifiers.ts'
import { expectRefusedByGuard } from '../../testing/refused-by-guard.ts'
import { saidByLogin } from '../../testing/said-by-login.ts'
import { testServices } from '../../testing/servers/test-services.ts'
import { buildCustomer } from '../../testing/worlds/build-customer.ts'
import { buildCreative, buildProduct } from '../../testing/worlds/build-marketplace.ts'
import { buildStaff } from '../../testing/worlds/build-staff.ts'

const t = await testServices()
afterAll(() => t.close())
const { maker, checker } = await buildStaff(t.services)
const { customer_id } = await buildCustomer(t.services)
const { product_id } = await buildProduct(t.services, { creative: 'none' })
const { creative_id } = await buildCreative(t.services, product_id)
const [thread, feedback, message, made] = [newId(), newId(), newId(), newId()]
await t.db.asOwner(`begin; set local adtally.scope = 'system';
  insert into service.guest_threads (thread_id, key_hash, language) values ('${thread}', sha256('x'), 'en');
  insert into service.feedback (feedback_id, customer_id, request_id, subject, content, image_ids)
  values ('${feedback}', '${customer_id}', uuidv7(), 'x', 'x', '{}'); commit`)

const says = (role: 'api' | 'office', statements: string) => saidByLogin(t.db.logins[role], statements)
const chat = (author: string) =>
  `insert into service.chat_messages (message_id, customer_id, author, staff_id, staff_name, kind, text, sent_at,
     position, revision)
   values ('${message}', '${customer_id}', '${author}',
     ${author === 'service' ? `'${maker.staff_id}', '${maker.username}'` : 'null, null'}, 'text', 'Pay me',
     platform.now(), 1, 1)`
const guest = (author: string) =>
  `insert into service.guest_messages (message_id, thread_id, author, staff_id, text)
   values (uuidv7(), '${thread}', '${author}', ${author === 'service' ? `'${maker.staff_id}'` : 'null'}, 'Pay me')`
const answer = `insert into service.feedback_answers (answer_id, feedback_id, customer_id, staff_id, staff_name, text)
   values (uuidv7(), '${feedback}', '${customer_id}', '${maker.staff_id}', '${maker.username}', 'x')`
const creative = `insert into marketplace.creatives
   select (jsonb_populate_record(null::marketplace.creatives, to_jsonb(row) || jsonb_build_object(
     'creative_id', '${made}', 'status', 'draft', 'created_by', '${maker.staff_id}', 'reviewed_by', null,
     'reviewed_at', null))).*
   from marketplace.creatives as row where creative_id = '${creative_id}'`

describe('nobody writes as somebody else', () => {
  test.each<[string, 'api' | 'office', string, string]>([
    ['service in a chat, by a customer’s call', 'api', 'service.chat_messages', chat('service')],
    ['a customer in a chat, by staff', 'office', 'service.chat_messages', chat('customer')],
    ['the program in a chat, by staff', 'office', 'service.chat_messages', chat('program')],
    ['service to a visitor, by a visitor’s call', 'api', 'service.guest_messages', guest('service')],
    ['a visitor, by staff', 'office', 'service.guest_messages', guest('guest')],
  ])('%s [proof 788]', async (_name, role, table, statement) => {
    expect(await says(role, statement)).toMatch(/is not written here/)
    if (role === 'api') return
    const guard = [table, 'author_guarded'] as const
    await expectRefusedByGuard(t.db.asOwner, guard, () => says(role, statement), /is not written here/)
  })

  test.each<[string, string, string, string, string]>([
    ['service.chat_messages', chat('service'), 'chat.answered', 'chat', message],
    ['service.guest_messages', guest('service'), 'guest.answered', 'guest_thread', thread],
    ['service.feedback_answers', answer, 'feedback.answered', 'feedback', feedback],
    ['marketplace.creatives', creative, 'creative.created', 'creative', made],
  ])('%s, in the name of another of the staff [proof 789]', async (table, statement, act, kind, subject) => {
    const why = /whose session did not write it/
    const name = table === 'marketplace.creatives' ? 'made_by_its_person' : 'said_by_its_person'
    await expectRefusedByGuard(t.db.asOwner, [table, name], () => says('office', statement), why)
    const inSessionOf = ({ session_token }: { session_token: string }) =>
      `${statement}; select audit.append_staff_act('${session_token}', '${act}', '${kind}', '${subject}', null, null, '{}')`
    expect(await says('office', inSessionOf(checker)), 'another’s session').toMatch(why)
    expect(await says('office', inSessionOf(maker)), 'control: their own').toBe('done')
  })

  test('control: customers, visitors and the program write from the api', async () => {
    for (const own of [chat('customer'), chat('program'), guest('guest')]) {
      expect(await says('api', own)).toBe('done')
    }
  })
})
