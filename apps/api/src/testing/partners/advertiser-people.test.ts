import { Download } from '@adtally/contract/operator/statement/files.ts'
import { PARTNER_CALLS } from '@adtally/contract/partner/statement/partner-calls.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newId } from '../../database/identifiers.ts'
import { keepHouse, settleBooks, signPostback } from '../../modules/delivery/index.ts'
import { fileOf } from '../../modules/given-file.ts'
import type { Partner } from '../../modules/partner-verb.ts'
import { reasonOf } from '../reason-of.ts'
import { saidByLogin } from '../said-by-login.ts'
import type { TestProgram } from '../servers/test-program.ts'
import type { Market } from '../worlds/build-market.ts'
import { newPartner } from '../worlds/partner-world.ts'
import { type AdvertiserWorld, advertiserWorld, pictureOf, seenOf, stateOf } from './advertiser-world.ts'

const HOUR_MS = 3_600_000
/** Nobody listens there. */
const NOWHERE = 'http://127.0.0.1:9/notices'

let p: TestProgram
let market: Market
let owner: Partner
let stranger: Partner
let act: AdvertiserWorld['act']
let clickId: AdvertiserWorld['clickId']
let report: (click_id: string, goal: string) => ReturnType<AdvertiserWorld['report']>
let secret: string

beforeAll(async () => {
  const world = await advertiserWorld()
  ;({ p, market, owner, stranger, act, clickId } = world)
  secret = market.postback_secret
  report = (click_id, goal) => world.report(secret, click_id, goal)
})
afterAll(() => p.close())

const login = () => p.db.logins.api
const events = async () =>
  (await p.db.asOwner<{ count: number }>('select count(*)::integer as count from delivery.events'))[0]?.count

describe('products and creatives', () => {
  test('an advertiser sees its own as the office has them, and each with its review [proof 1390]', async () => {
    const { items } = await act(owner, 'list-products')
    const { products } = Object(await market.office.run('list-marketplace', {}))
    const [shown] = JSON.parse(JSON.stringify(products)).filter(
      ({ advertiser_id }: { advertiser_id: string }) => advertiser_id === market.advertiser_id,
    )
    expect(items).toHaveLength(1)
    expect(items[0]).toMatchObject({
      ...{ product_id: shown.product_id, name: shown.name, open: true, payout: shown.payout },
      goals: [
        { goal: 'install', title: shown.goals.install, pays: true },
        { goal: 'purchase', title: shown.goals.purchase, pays: false },
      ],
      has_creatives: { draft: false, approved: true, refused: false, stopped: false },
    })
    expect((await act(stranger, 'list-products')).items).toEqual([])
  })

  test('what one of its people adds waits for the office, which tells why it refuses [proof 1391]', async () => {
    const { product_id } = market
    const member = await newPartner(p, {
      ...{ side: 'advertiser', party_id: market.advertiser_id, role: 'member' },
    })
    const made = await act(member, 'create-creative', pictureOf(product_id))
    expect(made).toMatchObject({ status: 'draft', asset_sha256: expect.stringMatching(/^[0-9a-f]{64}$/) })
    const { creative_id } = made
    const drafts = Object(await market.office.run('list-drafts', {})).items
    expect(drafts).toContainEqual(expect.objectContaining({ creative_id }))
    const [kept] = await p.db.asOwner(
      'select created_by, created_by_person, advertiser_id from marketplace.creatives where creative_id = $1',
      [creative_id],
    )
    expect(kept).toEqual({
      ...{ created_by: null, created_by_person: member.person_id, advertiser_id: market.advertiser_id },
    })
    await market.office.run('refuse-creative', { creative_id, reason: 'Nothing can be read on it' })
    expect((await act(owner, 'list-creatives', { product_id })).items[0]).toMatchObject({
      ...{ creative_id, status: 'refused', refusal_reason: 'Nothing can be read on it' },
    })
    expect(await act(owner, 'save-creative', { creative_id })).toBeInstanceOf(Download)
    const [logged] = await p.db.asOwner(
      `select actor_kind, actor_id, actor_role from audit.entries where action = 'creative.created' and subject_id = $1`,
      [creative_id],
    )
    expect(logged).toEqual({ actor_kind: 'partner', actor_id: member.person_id, actor_role: 'member' })
    // Of another's product, or with a file that is none, nothing is made.
    expect(await reasonOf(act(stranger, 'create-creative', pictureOf(product_id)))).toBe('record_not_found')
    const no_picture = { ...pictureOf(product_id), file: fileOf('pixel.png', Buffer.from('none')) }
    expect(await reasonOf(act(owner, 'create-creative', no_picture))).toBe('field_invalid')
    expect((await act(owner, 'list-creatives')).items).toHaveLength(2)
  })

  test('its people stop a creative at once while another stays, and nobody else’s [proof 1392]', async () => {
    const { product_id } = market
    const { items } = await act(owner, 'list-creatives', { product_id })
    const first = items.find(({ status }: { status: string }) => status === 'approved').creative_id
    expect(await reasonOf(act(owner, 'stop-creative', { creative_id: first }))).toBe('state_conflict')
    const { creative_id, asset_sha256 } = await act(owner, 'create-creative', {
      ...pictureOf(product_id),
      replaces: first,
    })
    expect(await reasonOf(act(owner, 'stop-creative', { creative_id }))).toBe('state_conflict')
    await market.office.check('approve-creative', { creative_id, asset_sha256 })
    const third = await act(owner, 'create-creative', pictureOf(product_id))
    await market.office.check('approve-creative', {
      ...{ creative_id: third.creative_id, asset_sha256: third.asset_sha256 },
    })
    expect(await reasonOf(act(stranger, 'stop-creative', { creative_id }))).toBe('record_not_found')
    expect(await act(owner, 'stop-creative', { creative_id })).toEqual({ creative_id, status: 'stopped' })
    expect((await act(owner, 'list-products')).items[0].has_creatives).toEqual({
      ...{ draft: false, approved: true, refused: true, stopped: true },
    })
    // The database judges by the session, whatever the program says.
    const stop = (partner: Partner) =>
      saidByLogin(
        login(),
        `set local adtally.scope = 'partner'; set local adtally.party_id = '${partner.party_id}';
        select marketplace.stop_own_creative('${partner.session_token}', '${third.creative_id}')`,
      )
    expect(await stop(stranger)).toMatch(/stops its own creatives/)
    expect(await stop(owner)).toMatch(/keeps one approved/)
  })

  test('the api’s login makes no draft and replaces no secret but in a session of that party [proof 1393]', async () => {
    const draft = (scope: string, by = login()) =>
      saidByLogin(
        by,
        `${scope}
        insert into marketplace.creatives (creative_id, product_id, kind, headline, body, asset_hash, width, height, frames,
          animation_ms, is_one_colour, status, created_by_person, created_at)
        select gen_random_uuid(), product_id, kind, headline, body, asset_hash, width, height, frames,
          animation_ms, is_one_colour, 'draft', '${owner.person_id}', platform.now()
        from marketplace.creatives where advertiser_id = '${market.advertiser_id}' limit 1`,
      )
    const inScope = (party_id: string) =>
      `set local adtally.scope = 'partner'; set local adtally.party_id = '${party_id}';`
    expect(await draft('')).toMatch(/row-level security/)
    // Nor does the office make one in an advertiser's name, which the same person could then approve.
    expect(await draft('', p.db.logins.office)).toMatch(/whose session did not write it/)
    expect(await draft(inScope(owner.party_id))).toMatch(/whose session did not write it/)
    const rotate = (scope: string) =>
      saidByLogin(
        login(),
        `${scope} update marketplace.postback_secrets set replaced_at = platform.now()
        where advertiser_id = '${market.advertiser_id}' and replaced_at is null`,
      )
    // In the system's scope the login sees none.
    expect(await rotate('')).toBe('done')
    expect(await rotate(inScope(owner.party_id))).toMatch(/whose session did not write it/)
    expect(await saidByLogin(login(), 'select sealed from marketplace.postback_secrets')).toMatch(
      /permission denied/,
    )
  })
})

describe('conversions', () => {
  const conversions: Record<string, unknown> = {}

  test('each stands with what became of it, as notices and customers are told [proof 1394]', async () => {
    const customer = await market.customerWith('200.00')
    await market.place(customer.customer_id, 100_000_000n, undefined, 1)
    await p.services.delivery.refresh()
    const click_id = await clickId()
    conversions.credited = (await report(click_id, 'install')).conversion_id
    conversions.counted = (await report(click_id, 'purchase')).conversion_id
    conversions.unseen = (await report(await clickId({ is_shown: false }), 'install')).conversion_id
    await settleBooks(p.services)
    const { items } = await act(owner, 'list-conversions')
    const { product_id } = market
    expect(items).toEqual([
      ...[conversions.unseen, conversions.counted, conversions.credited].map((conversion_id) =>
        expect.objectContaining({ conversion_id, product_id, reason: null }),
      ),
    ])
    expect(items.map(({ state, payout }: Record<string, string>) => [state, payout])).toEqual([
      ...[
        ['credited', '1.20'],
        ['counted', '0.00'],
        ['credited', '1.20'],
      ],
    ])
    expect((await act(owner, 'list-taken-back')).items).toEqual([])
    await p.advance(300_000)
    await keepHouse(p.services)
    expect((await act(owner, 'list-conversions')).items[0]).toMatchObject({
      ...{ conversion_id: conversions.unseen, state: 'reversed', reason: 'impossible_sequence' },
    })
    expect((await act(owner, 'list-taken-back')).items).toEqual([
      expect.objectContaining({
        ...{ conversion_id: conversions.unseen, rule: 'impossible_sequence', rule_version: 1 },
        ...{ returned: '1.20', restored: false, goal: 'install', product_id },
        rule_text: expect.stringContaining('without an impression'),
      }),
    ])
    // A page at a time, each conversion once.
    const first = await act(owner, 'list-conversions', { limit: '2' })
    const rest = await act(owner, 'list-conversions', { limit: '2', cursor: first.next_cursor })
    expect([...first.items, ...rest.items]).toEqual((await act(owner, 'list-conversions')).items)
    expect(rest.next_cursor).toBeNull()
  })

  test('a test is judged as a report is, and recorded and counted nowhere [proof 1395]', async () => {
    const click_id = await clickId()
    await settleBooks(p.services)
    const before = await events()
    const refused = () => p.db.asOwner('select coalesce(sum(count), 0) as count from delivery.refusals')
    const counted = await refused()
    const tried = async (flags: Record<string, unknown>, by = owner) => {
      const { accepted, reason } = await act(by, 'test-postback', { click_id, goal: 'install', ...flags })
      return accepted === (reason === null) ? (reason ?? 'accepted') : 'neither'
    }
    const timestamp = String(p.services.clock.now_ms())
    const signed = (at: string, way: 'POST' | 'GET' = 'POST') => ({
      timestamp: at,
      signature: signPostback(secret, { click_id, goal: 'install', timestamp: Number(at) }, way),
    })
    expect(await tried({})).toBe('accepted')
    expect(await tried(signed(timestamp))).toBe('accepted')
    expect(await tried({ ...signed(timestamp, 'GET'), sent_by: 'GET' })).toBe('accepted')
    expect(await tried({ ...signed(timestamp), sent_by: 'GET' })).toBe('postback_forged')
    expect(await tried(signed(String(Number(timestamp) - HOUR_MS)))).toBe('postback_stale')
    expect(await tried({ goal: 'signup' })).toBe('goal_unknown')
    expect(await tried({ click_id: owner.person_id })).toBe('click_unknown')
    expect(await tried({}, stranger)).toBe('click_of_other_advertiser')
    expect(await reasonOf(act(owner, 'test-postback', { click_id, goal: 'install', timestamp }))).toBe(
      'field_required',
    )
    await p.services.delivery.counters.flush()
    expect([await events(), await refused()]).toEqual([before, counted])
    // The report itself is answered alike, and is recorded.
    expect(await report(click_id, 'install')).toMatchObject({ accepted: true })
    expect(await events()).toBe((before ?? 0) + 1)
    expect(await tried({})).toBe('duplicate')
  })

  test('a new key is shown once, signs from then on, and ends the one before [proof 1396]', async () => {
    const rotated = await act(owner, 'rotate-postback-secret')
    expect(rotated).toEqual({ postback_secret: expect.stringMatching(/^[A-Za-z0-9_-]{43}$/) })
    await p.services.delivery.refresh()
    const click_id = await clickId()
    expect(await report(click_id, 'install')).toMatchObject({ reason: 'postback_forged' })
    const former = secret
    secret = rotated.postback_secret
    expect(await report(click_id, 'install')).toMatchObject({ accepted: true })
    expect(await reasonOf(market.office.run('stop-creative', { creative_id: click_id, reason: 'x' }))).toBe(
      'record_not_found',
    )
    expect(former).not.toBe(secret)
    // A stranger's replaces a stranger's.
    await act(stranger, 'rotate-postback-secret')
    await p.services.delivery.refresh()
    expect(await report(click_id, 'purchase')).toMatchObject({ accepted: true })
    await settleBooks(p.services)
  })
})

describe('escrow', () => {
  const micros = (amount: string) => BigInt(Math.round(Number(amount) * 1_000_000))

  test('its sums are the books’, its top-ups the bank’s, and a month’s lines add up in list and file [proof 1399]', async () => {
    const finance = await newPartner(p, {
      ...{ side: 'advertiser', party_id: market.advertiser_id, role: 'finance' },
    })
    const escrow = await act(finance, 'show-escrow')
    const [books] = await p.db.asOwner<{ free: string; reserved: string }>(
      `select
        coalesce(sum(credits_posted_micros - debits_posted_micros) filter (where code = 'escrow'), 0)::text as free,
        coalesce(sum(credits_posted_micros - debits_posted_micros) filter (where code = 'escrow_reserved'), 0)::text as reserved
      from ledger.accounts where owner_id = $1`,
      [market.advertiser_id],
    )
    expect([micros(escrow.free), micros(escrow.reserved)].map(String)).toEqual([books?.free, books?.reserved])
    const [shown] = Object(await market.office.run('escrow-show', { advertiser_id: market.advertiser_id }))
    expect([escrow.free, escrow.payer_name]).toEqual([shown.free, shown.account_name])
    expect(escrow).toMatchObject({
      ...{ owed: '0.00', reference: `ESCROW ${market.advertiser_id}` },
      pay_to: { account_number: p.services.settings.deposit_account.number },
    })
    expect((await act(finance, 'list-top-ups')).items).toEqual([
      expect.objectContaining({
        ...{ amount: '50000.00', payer: escrow.payer_name, remittance: 'escrow' },
        bank_reference: expect.stringMatching(/-1$/),
        line_id: shown.top_ups[0].line_id,
      }),
    ])

    const month = p.services.clock.now().toISOString().slice(0, 7)
    const statement = await act(finance, 'show-statement', { month })
    const sum = statement.lines.reduce(
      (total: bigint, { amount }: { amount: string }) => total + micros(amount),
      0n,
    )
    expect(micros(statement.opening) + sum).toBe(micros(statement.closing))
    expect(micros(statement.closing)).toBe(micros(escrow.free) + micros(escrow.reserved))
    expect(micros(statement.credited) - micros(statement.debited)).toBe(sum)
    const kinds = new Set(statement.lines.map(({ kind }: { kind: string }) => kind))
    expect(kinds).toEqual(new Set(['paid_in', 'conversions', 'taken_back']))
    const { items } = await act(finance, 'list-conversions')
    const paid = items.filter(({ state }: { state: string }) => state === 'credited' || state === 'reversed')
    expect(micros(statement.debited)).toBe(
      paid.reduce((total: bigint, { payout }: { payout: string }) => total + micros(payout), 0n),
    )
    const file = await act(finance, 'save-statement', { month })
    const rows = Buffer.from(file.content).toString().trim().split('\r\n')
    expect(rows).toHaveLength(statement.lines.length + 3)
    expect(rows.at(-1)).toContain(`closing,,,,${statement.closing},`)
    expect((await act(finance, 'list-statements')).items[0]).toEqual({ month, final: false })
    expect(await reasonOf(act(finance, 'show-statement', { month: '2999-01' }))).toBe(
      'statement_month_not_begun',
    )

    // Nothing of it is a stranger's.
    expect(await act(stranger, 'show-escrow')).toMatchObject({ free: '0.00', reserved: '0.00', owed: '0.00' })
    expect((await act(stranger, 'list-top-ups')).items).toEqual([])
    expect((await act(stranger, 'show-statement', { month })).lines).toEqual([])
    expect((await act(stranger, 'list-conversions')).items).toEqual([])
    expect((await act(stranger, 'list-taken-back')).items).toEqual([])
  })
})

describe('what is another’s', () => {
  test('no act finds or changes anything of it, whatever ids it is given [proof 1401]', async () => {
    const { product_id, advertiser_id } = market
    const [{ creative_id }] = (await act(owner, 'list-creatives')).items
    const [{ conversion_id, click_id }] = (await act(owner, 'list-conversions')).items
    await act(owner, 'set-notice-url', { url: NOWHERE })
    const { message_id } = await act(owner, 'test-notice')
    const month = p.services.clock.now().toISOString().slice(0, 7)
    const theirs = [product_id, advertiser_id, creative_id, conversion_id, click_id, message_id]
    const asked: Record<string, Record<string, unknown>> = {
      'list-products': {},
      'list-creatives': { product_id },
      'save-creative': { creative_id },
      'create-creative': pictureOf(product_id),
      'stop-creative': { creative_id },
      'list-conversions': {},
      'list-taken-back': {},
      'rotate-postback-secret': {},
      'test-postback': { click_id, goal: 'install' },
      'show-notices': {},
      'set-notice-url': { url: NOWHERE },
      'test-notice': {},
      'rotate-notice-secret': {},
      'remove-notice-url': {},
      'list-dead-notices': {},
      'redeliver-notice': { message_id },
      'show-escrow': {},
      'list-top-ups': {},
      'show-statement': { month },
      'save-statement': { month },
      'list-statements': {},
      'change-account': { account_number: 'GB33BUKB20201555555555' },
      'list-payouts': {},
      'show-account': {},
      'withdraw-account-change': { change_id: creative_id },
    }
    const areas = new Set(['catalogue', 'conversions', 'money'])
    const stated = PARTNER_CALLS.filter(({ area, sides }) => areas.has(area) && sides.includes('advertiser'))
    expect(Object.keys(asked).toSorted()).toEqual(stated.map(({ name }) => name).toSorted())
    const told = async (name: string) => {
      const answer = await act(stranger, name, asked[name]).catch((error: unknown) => String(error))
      const said = answer instanceof Download ? `file ${answer.file_name}` : JSON.stringify(answer)
      return { said, finds: theirs.filter((id) => said.includes(id)) }
    }
    const before = await stateOf(p, advertiser_id)
    const leaked: string[] = []
    for (const name of Object.keys(asked)) {
      const { finds } = await told(name)
      if (finds.length > 0) leaked.push(name)
    }
    expect(leaked).toEqual([])
    expect(await stateOf(p, advertiser_id)).toEqual(before)
    // Control: without the policies the same acts find it.
    const by_id = { 'save-creative': 'marketplace.creatives', 'create-creative': 'marketplace.products' }
    for (const [name, table] of Object.entries(by_id)) {
      expect((await told(name)).said).toMatch(/record_not_found/)
      await p.db.asOwner(`alter table ${table} disable row level security`)
      expect((await told(name)).said).not.toMatch(/record_not_found/)
      await p.db.asOwner(`alter table ${table} enable row level security`)
    }
  })
})

describe('in the scope of another party', () => {
  test('the api’s login finds no row of any table, and would without a table’s policy [proof 1400]', async () => {
    const nobody = newId()
    // Rules of invalid traffic are everybody's.
    expect(await seenOf(p, nobody)).toEqual(['delivery.rules'])
    for (const table of ['marketplace.creatives', 'delivery.events', 'notices.messages']) {
      await p.db.asOwner(`alter table ${table} disable row level security`)
      expect(await seenOf(p, nobody)).toContain(table)
      await p.db.asOwner(`alter table ${table} enable row level security`)
    }
  })
})
