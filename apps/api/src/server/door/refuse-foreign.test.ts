import { expect, test } from 'vitest'
import { Refusal } from '../../lib/refusal.ts'
import { partnerFace } from '../partners/partner-door.ts'
import { refuseForeign } from './refuse-foreign.ts'

const AT_NUMBER = 'http://127.0.0.1:4200'
const AT_NAME = 'http://localhost:4200'
const settings = { partner_path: '/partner', public_origin: AT_NUMBER, passkey_origin: AT_NAME }

/** Whether a page at `origin` may send a call with its cookie. */
function mayCall(origin: string, partner_origin: string): boolean {
  const face = partnerFace({ ...settings, partner_origin })
  const headers = {
    [face.header.name]: face.header.value,
    origin,
    cookie: 'a=b',
    'sec-fetch-site': 'same-origin',
  }
  try {
    refuseForeign({ request_id: 'a', method: 'POST', headers, address: '127.0.0.1' }, face)
    return true
  } catch (error) {
    if (!(error instanceof Refusal) || error.reason !== 'origin_foreign') throw error
    return false
  }
}

test('the partners’ page is at the name of a demo’s machine, too, and at no other; one at an origin of its own is there alone [proof 1440]', () => {
  expect([AT_NUMBER, AT_NAME].map((origin) => mayCall(origin, AT_NUMBER))).toEqual([true, true])
  const own = 'https://partners.example'
  expect([own, AT_NUMBER, AT_NAME].map((origin) => mayCall(origin, own))).toEqual([true, false, false])
  expect(mayCall('http://localhost:4201', AT_NUMBER)).toBe(false)
})
