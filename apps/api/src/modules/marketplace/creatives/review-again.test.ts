import sharp from 'sharp'
import { afterAll, describe, expect, test } from 'vitest'
import { PROCESS_ROLES } from '../../../database/setup/process-roles.ts'
import { fileOf } from '../../../modules/given-file.ts'
import { reasonOf } from '../../../testing/reason-of.ts'
import { saidByLogin } from '../../../testing/said-by-login.ts'
import { testProgram } from '../../../testing/servers/test-program.ts'
import { buildMarket } from '../../../testing/worlds/build-market.ts'
import { buildStaff } from '../../../testing/worlds/build-staff.ts'

const PHONE = {
  'user-agent':
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Version/18.0 Mobile/15E148 Safari/604.1',
}

const t = await testProgram()
afterAll(() => t.close())
const market = await buildMarket(t.services, t.modules)
const { office } = market
const picture = async (background: string) =>
  await sharp({ create: { width: 300, height: 250, channels: 3, background } })
    .png()
    .toBuffer()
const pictures = [await picture('#3a3fd4'), await picture('#d43a3f')]
let devices = 0

async function draftOf(product_id: string, flags: Record<string, string> = {}, index = 0) {
  const file = fileOf('picture.png', pictures[index] ?? '')
  const words = { kind: 'image', headline: 'Play', body: 'Now' }
  const made = await office.run('create-creative', { product_id, ...words, file, ...flags })
  return { creative_id: String(made.creative_id), asset_sha256: String(made.asset_sha256) }
}

/** A product with one approved creative in the placement's shape, and a plan on it that a new placement shows alone. */
async function world() {
  const product_id = await market.addProduct()
  const old = await draftOf(product_id)
  await office.check('approve-creative', old)
  const { key } = await market.addPlacement()
  const customer = await market.customerWith('200.00')
  await market.place(customer.customer_id, 100_000_000n, product_id, 1)
  await t.services.delivery.refresh()
  return { product_id, old, key }
}

/** So many of two that are shown alike never miss one. */
const SHOWN_MIN = 30

/** Which of these creatives pages are sent: everything that many visitors get who are shown this product. */
async function delivered(key: string, product_creatives: ReadonlySet<string>): Promise<string[]> {
  await t.services.delivery.refresh()
  const seen: string[] = []
  const ask = async () => {
    for (let index = 0; index < 40; index += 1) {
      devices += 1
      const device = `device-of-a-review-${String(devices).padStart(6, '0')}`
      const url = `/delivery/v1/decision?placement=${key}&device=${device}`
      const remoteAddress = `198.51.${devices % 200}.${(devices % 250) + 1}`
      const reply = await t.server.inject({
        url,
        headers: { origin: market.origin, ...PHONE },
        remoteAddress,
      })
      const { creative } = reply.json()
      if (product_creatives.has(creative?.creative_id)) seen.push(creative.creative_id)
    }
    return seen.length
  }
  // At first its plan may have no budget yet, and of a few visitors one creative may be shown to none.
  await expect.poll(ask).toBeGreaterThan(SHOWN_MIN)
  return [...new Set(seen)].sort()
}

describe('what changes is reviewed again', () => {
  test('and shown by nobody before; what was approved goes on until that is replaced [proof 1088]', async () => {
    const w = await world()
    const next = await draftOf(w.product_id, { headline: 'Win', replaces: w.old.creative_id })
    const both = new Set([w.old.creative_id, next.creative_id])
    expect(await delivered(w.key, both)).toEqual([w.old.creative_id])
    // Control: were it taken for approved, it would be seen.
    await t.db.asOwner('alter table marketplace.creatives disable trigger creatives_guarded')
    const { checker } = await buildStaff(t.services)
    const set = (status: string, by: string, at: string) =>
      t.db.asOwner(
        `update marketplace.creatives set status = '${status}', reviewed_by = ${by}, reviewed_at = ${at}
         where creative_id = '${next.creative_id}'`,
      )
    await set('approved', `'${checker.staff_id}'`, 'platform.now()')
    expect(await delivered(w.key, both)).toEqual([...both].sort())
    await set('draft', 'null', 'null')
    await t.db.asOwner('alter table marketplace.creatives enable trigger creatives_guarded')
    expect(await delivered(w.key, both)).toEqual([w.old.creative_id])

    // A refusal leaves what there was.
    const refused = await draftOf(w.product_id, { replaces: w.old.creative_id }, 1)
    await office.check('refuse-creative', { creative_id: refused.creative_id, reason: 'It misleads' })
    expect(await delivered(w.key, both)).toEqual([w.old.creative_id])
    await office.check('approve-creative', next)
    expect(await delivered(w.key, both)).toEqual([next.creative_id])
    expect(await reasonOf(office.check('approve-creative', w.old))).toBe('state_conflict')
  })

  test('in the place of one that is approved, and of the same product and kind [proof 1089]', async () => {
    const w = await world()
    const draft = await draftOf(w.product_id)
    const other = await world()
    for (const replaces of [draft.creative_id, other.old.creative_id, w.product_id])
      expect(await reasonOf(draftOf(w.product_id, { replaces }))).toBe('state_conflict')
    const native = { kind: 'native', replaces: w.old.creative_id }
    expect(await reasonOf(draftOf(w.product_id, native))).toBe('state_conflict')
  })

  test('whatever of it changes: no role, and not who owns the tables, changes what was reviewed [proof 1090]', async () => {
    const w = await world()
    const draft = await draftOf(w.product_id)
    const of = (id: string, set: string) =>
      `update marketplace.creatives set ${set} where creative_id = '${id}'`
    const product = `update marketplace.products set landing_url = 'https://elsewhere.example/?c={click_id}' where product_id = '${w.product_id}'`
    const moved = `product_id = '${market.product_id}'`
    const changes: [statement: string, table: string, trigger: string][] = [
      ...[draft.creative_id, w.old.creative_id].flatMap((id) =>
        [`headline = 'Win'`, `body = 'Win'`, moved, `source_url = 'https://x.example'`, 'frames = 2'].map(
          (set): [string, string, string] => [of(id, set), 'creatives', 'creatives_guarded'],
        ),
      ),
      [of(w.old.creative_id, `status = 'draft'`), 'creatives', 'creatives_guarded'],
      [of(draft.creative_id, `status = 'stopped'`), 'creatives', 'creatives_guarded'],
    ]
    for (const [statement] of [...changes, [product]]) {
      for (const role of PROCESS_ROLES)
        expect(await saidByLogin(t.db.logins[role], String(statement)), statement).toMatch(
          /permission denied/,
        )
      await expect(t.db.asOwner(String(statement)), statement).rejects.toThrow()
    }
    // Control: without the guard it is changed.
    const [first] = changes
    await t.db.asOwner('alter table marketplace.creatives disable trigger creatives_guarded')
    await t.db.asOwner(`begin; ${first?.[0]}; rollback`)
    await t.db.asOwner('alter table marketplace.creatives enable trigger creatives_guarded')
  })
})

test('a creative is stopped at once and for good, while its product has another [proof 1091]', async () => {
  const w = await world()
  const { creative_id } = w.old
  const next = await draftOf(w.product_id, {}, 1)
  await office.check('approve-creative', next)
  const both = new Set([creative_id, next.creative_id])
  expect(await delivered(w.key, both)).toEqual([...both].sort())
  const stop = { creative_id, reason: 'The advertiser asked for it' }
  expect(await office.check('stop-creative', stop)).toMatchObject({ status: 'stopped' })
  expect(await delivered(w.key, both)).toEqual([next.creative_id])
  expect(await reasonOf(office.check('stop-creative', stop))).toBe('state_conflict')
  expect(await reasonOf(office.check('approve-creative', w.old))).toBe('state_conflict')
  await expect(
    t.db.asOwner(`update marketplace.creatives set status = 'approved' where creative_id = '${creative_id}'`),
  ).rejects.toThrow(/reviewed once/)
  // The last goes with its product alone; the picture that a product of the market begins with is one more.
  const { checker } = await buildStaff(t.services)
  const rows = await t.db.asOwner<{ creative_id: string }>(
    `select creative_id from marketplace.creatives where product_id = $1 and status = 'approved'`,
    [w.product_id],
  )
  for (const { creative_id: id } of rows.slice(1))
    await office.check('stop-creative', { ...stop, creative_id: id })
  const last = rows[0]?.creative_id ?? ''
  expect(await reasonOf(office.check('stop-creative', { ...stop, creative_id: last }))).toBe('state_conflict')
  const by = (token: string) =>
    saidByLogin(t.db.logins.office, `select marketplace.stop_creative('${token}', '${last}')`)
  expect(await by(checker.session_token)).toMatch(/keeps one approved creative/)
  expect(await by('no-session')).not.toBe('done')
})
