import { expect, test } from 'vitest'
import { pageFor } from './app-page.ts'

const PAGE =
  '<meta name="application-name" content="Adtally" /><meta name="base-path" content="/facebook-business" /><meta name="ledger-mode" content="live" /><meta name="demo-people" content="0" /><meta name="sandbox-playable" content="no" /><title>Adtally</title><div class="splash"><svg></svg><p>Adtally</p></div>'
const brand = { name: 'Nord & "Süd" <Ads>', logo_url: null, colour: '#000000' }

test('the page names the brand, the base path and the mode of the settings, as text', () => {
  const page = pageFor(PAGE, {
    base_path: '/api',
    brand,
    ledger_mode: 'sandbox',
    demo_people: 8,
    is_playable: true,
  })
  expect(page).toContain('<meta name="base-path" content="/api" />')
  expect(page).toContain('<meta name="ledger-mode" content="sandbox" />')
  expect(page).toContain('<meta name="demo-people" content="8" />')
  expect(page).toContain('<meta name="sandbox-playable" content="yes" />')
  expect(page).toContain('content="Nord &amp; &quot;Süd&quot; &lt;Ads>"')
  expect(page).toContain('<title>Nord &amp; ')
  expect(page).not.toContain('Adtally')
  expect(page).not.toContain('facebook')
})

test('a build without a place for them is not served', () => {
  expect(() =>
    pageFor('<title>Adtally</title>', {
      base_path: '/api',
      brand,
      ledger_mode: 'sandbox',
      demo_people: 8,
      is_playable: true,
    }),
  ).toThrow('base-path')
})
