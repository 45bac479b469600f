import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type AdvertiserWorld, advertiserWorld } from '../../testing/partners/advertiser-world.ts'
import { reasonOf } from '../../testing/reason-of.ts'
import { saidByLogin } from '../../testing/said-by-login.ts'
import { asRole } from '../as-role.ts'
import { sendDueNotices } from './deliver.ts'
import { isSignedBy, type NoticeReceiver, startNoticeReceiver } from './testing/notice-receiver.ts'

let world: AdvertiserWorld
let receiver: NoticeReceiver

beforeAll(async () => {
  world = await advertiserWorld()
  receiver = await startNoticeReceiver()
})
afterAll(async () => {
  await world.close()
  await receiver.stop()
})

describe('notices', () => {
  const send = () => sendDueNotices(asRole(world.p.services, 'worker'))

  test('its people say where they go, try it, and have one sent again that was given up [proof 1397]', async () => {
    const { act, owner, stranger } = world
    expect(await reasonOf(act(owner, 'test-notice'))).toBe('record_not_found')
    expect(await reasonOf(act(owner, 'set-notice-url', { url: 'http://inside.example/' }))).toMatch(/^url_/)
    const { notice_secret } = await act(owner, 'set-notice-url', { url: receiver.url })
    const { message_id } = await act(owner, 'test-notice')
    expect(await act(owner, 'show-notices')).toEqual({ url: receiver.url, waiting: 1, given_up: 0 })
    await send()
    const [notice] = receiver.received.splice(0)
    if (!notice) throw new Error('nothing was received')
    expect(notice.id).toBe(message_id)
    expect(isSignedBy(notice_secret, notice)).toBe(true)
    const rotated = await act(owner, 'rotate-notice-secret')
    await act(owner, 'redeliver-notice', { message_id })
    await send()
    const [again] = receiver.received.splice(0)
    if (!again) throw new Error('nothing was received again')
    expect([again.id, isSignedBy(rotated.notice_secret, again)]).toEqual([message_id, true])
    expect(isSignedBy(notice_secret, again)).toBe(true)

    const { message_id: given_up } = await act(owner, 'test-notice')
    expect(await act(owner, 'remove-notice-url')).toEqual({ removed: true })
    expect((await act(owner, 'list-dead-notices')).items).toEqual([
      expect.objectContaining({ message_id: given_up, kind: 'test', tries: 0, last_answer: null }),
    ])
    // A stranger finds nothing of it, whether or not they want notices.
    expect((await act(stranger, 'list-dead-notices')).items).toEqual([])
    await act(stranger, 'set-notice-url', { url: receiver.url })
    expect(await reasonOf(act(stranger, 'redeliver-notice', { message_id: given_up }))).toBe(
      'record_not_found',
    )
    await act(stranger, 'remove-notice-url')
    expect(await reasonOf(act(owner, 'redeliver-notice', { message_id: given_up }))).toBe('record_not_found')
    await act(owner, 'set-notice-url', { url: receiver.url })
    await act(owner, 'redeliver-notice', { message_id: given_up })
    await send()
    expect(receiver.received.splice(0).map(({ id }) => id)).toEqual([given_up])
    expect(await act(owner, 'show-notices')).toEqual({ url: receiver.url, waiting: 0, given_up: 0 })
  })

  test('the api’s login says nothing of where notices go but in a session of that party [proof 1398]', async () => {
    const { act, owner, stranger, p } = world
    const say = (statement: string, party_id?: string) =>
      saidByLogin(
        p.db.logins.api,
        `${party_id === undefined ? '' : `set local adtally.scope = 'partner'; set local adtally.party_id = '${party_id}';`}
        ${statement}`,
      )
    const { party_id } = owner
    const move = `update notices.receivers set url = 'https://elsewhere.example/' where advertiser_id = '${party_id}'`
    const again = `update notices.messages set state = 'waiting', tries = 0, next_try_at = platform.now(), ended_at = null
      where advertiser_id = '${party_id}'`
    for (const statement of [move, again]) {
      expect(await say(statement)).toBe('done')
      expect(await say(statement, stranger.party_id)).toBe('done')
      expect(await say(statement, party_id)).toMatch(/whose session did not write it/)
    }
    expect(
      await say(
        `insert into notices.messages (message_id, advertiser_id, kind, subject_id, body, written_at, state, next_try_at, tries_until)
        values (gen_random_uuid(), '${party_id}', 'plan.settled', gen_random_uuid(), '{"type":"plan.settled"}', platform.now(),
          'waiting', platform.now(), platform.now())`,
        party_id,
      ),
    ).toMatch(/row-level security/)
    // What was said in another's scope touched nothing.
    expect((await act(owner, 'show-notices')).url).toBe(receiver.url)
  })
})
