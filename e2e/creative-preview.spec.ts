import { expect, test } from '@playwright/test'
import { previewOn } from '../apps/api/src/modules/delivery/preview/preview.ts'
import type {
  ApprovedCreative,
  EligibleProduct,
  Placement,
} from '../apps/api/src/modules/marketplace/index.ts'
import { aFilm, FILM_SIZE } from '../apps/api/src/testing/worlds/a-film.ts'
import { PICTURE } from '../apps/api/src/testing/worlds/busy-customer.ts'

const ORIGIN = 'https://ads.example'

const creative = (kind: ApprovedCreative['kind']): ApprovedCreative => ({
  creative_id: '01990000-0000-7000-8000-000000000001',
  kind,
  headline: 'Cards & "more" </script>',
  body: 'A level a day',
  asset_hash: 'ab'.repeat(32),
  ...FILM_SIZE,
  film_ms: kind === 'video' ? 8_000 : null,
  film_bitrate_kbps: kind === 'video' ? 100 : null,
  film_codecs: kind === 'video' ? 'avc1.42c01e' : null,
  skip_after_ms: null,
  omid_vendor: null,
  omid_url: null,
  omid_parameters: null,
  vast_url: null,
})

const product: EligibleProduct = {
  product_id: '01990000-0000-7000-8000-000000000002',
  advertiser_id: '01990000-0000-7000-8000-000000000003',
  name: 'Meadow',
  category: 'games_puzzle',
  countries: [],
  devices: [],
  operating_systems: [],
  languages: [],
  week_hours: null,
  keywords_any: [],
  keywords_none: [],
  push: ['official'],
  payout_micros: 1_000_000n,
  conversion_window_ms: 86_400_000n,
  landing_url: 'https://shop.example/?c={click_id}',
  creatives: [],
}

const placement = (format: Placement['format']): Placement => ({
  placement_id: '01990000-0000-7000-8000-000000000004',
  publisher_id: '01990000-0000-7000-8000-000000000005',
  publisher_name: 'Gazette',
  publisher_domain: 'gazette.example',
  is_exchange: false,
  name: 'Sidebar',
  key: 'sidebar-0123456789',
  format,
  width: 320,
  height: 180,
  price_model: 'CPM',
  price_micros: 2_000_000n,
  countries: [],
  categories_refused: [],
  push: 'official',
  stands_on: 'site',
  hosts: ['gazette.example'],
  bundle_id: null,
  store_url: null,
  blocked_categories: [],
  blocked_domains: [],
  time_zone: 'UTC',
  is_open: true,
})

for (const kind of ['image', 'native', 'video'] as const) {
  test(`the preview of a creative (${kind}) is drawn by the tag, and tells nobody anything [proof 1092]`, async ({
    page,
  }) => {
    const terms = { public_origin: ORIGIN, system: 'Adtally', sandbox: true, impression_within_ms: 300_000 }
    const { tag = '' } = previewOn(product, creative(kind), placement(kind), terms)
    const file = kind === 'video' ? await aFilm() : PICTURE
    const asked: string[] = []
    await page.route('**/*', async (route) => {
      const url = route.request().url()
      asked.push(url)
      if (url === 'https://staff.example/preview')
        await route.fulfill({ contentType: 'text/html', body: tag })
      else
        await route.fulfill({
          contentType: kind === 'video' ? 'video/mp4' : 'image/png',
          headers: { 'access-control-allow-origin': '*' },
          body: file,
        })
    })
    await page.goto('https://staff.example/preview')
    const slot = page.locator('[data-adtally]')
    await expect(slot).toHaveAttribute('data-fill', 'yes')
    const box = await slot.boundingBox()
    expect([box?.width, box?.height].map((side) => Math.round(side ?? 0))).toEqual([320, 180])
    // Control: its policy, and not luck, is what keeps a report from being sent.
    const refused = await page.evaluate(async () => {
      const violated = new Promise<string>((resolve) => {
        addEventListener('securitypolicyviolation', ({ violatedDirective }) => resolve(violatedDirective))
      })
      navigator.sendBeacon('https://ads.example/delivery/v1/event', 'x')
      return await violated
    })
    expect(refused).toBe('connect-src')
    expect(new Set(asked.filter((url) => !url.startsWith('https://staff.example/')))).toEqual(
      new Set([`${ORIGIN}/delivery/v1/asset/${'ab'.repeat(32)}`]),
    )
  })
}
