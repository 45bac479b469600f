import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { STAFF_CALLS } from './staff-calls.ts'

/** Names by which two people decide, by the act and field that give them. */
const NAMES = [
  ...[
    'add-staff display_name',
    'coupon-offer-create name',
    'create-acceptor name',
    'create-acceptor legal_name',
  ],
  ...['create-acceptor account_name', 'create-advertiser name', 'create-advertiser legal_name'],
  ...[
    'create-advertiser account_name',
    'create-placement name',
    'create-product name',
    'create-publisher name',
  ],
  ...['create-publisher legal_name', 'create-publisher account_name', 'host-key-add host_name'],
]

function reasonOf(field: string, name: string): string | undefined {
  const [act, member = ''] = field.split(' ')
  const schema = STAFF_CALLS.find((call) => call.name === act)?.request.shape[member]
  if (!schema) throw new RangeError(`there is no ${field}`)
  return z.safeParse(schema, name).error?.issues[0]?.message
}

test('what nobody can read in a sentence is no name of a party, a product or a colleague [proof 1277]', () => {
  for (const field of NAMES) {
    for (const name of ['[[[[', '…', '\u2800', 'Ro\u200bbin'])
      expect([field, name, reasonOf(field, name)]).toEqual([field, name, 'name_unreadable'])
    for (const name of ['Brand & Söhne GmbH', 'ООО «Ромашка»', '山田商店', '[Daily] News 24'])
      expect([field, name, reasonOf(field, name)], 'control').toEqual([field, name, undefined])
  }
})
