import { chatSend } from '@adtally/contract/service/service.ts'
import { afterAll, describe, expect, test } from 'vitest'
import { newId } from '../../database/identifiers.ts'
import { testProgram } from '../../testing/servers/test-program.ts'
import { buildMarket } from '../../testing/worlds/build-market.ts'
import { busyCustomer } from '../../testing/worlds/busy-customer.ts'
import type { ArchiveTable } from '../archive-table.ts'
import { openArchive } from './testing/open-archive.ts'

/** Values that the helpers give this customer alone. */
const PHONE = '+66812345678'
const ACCOUNT = 'GB82WEST12345698765432'
const FORMULA = '=1+1'

/** Columns that name a row's owner. */
const OWNER = '^(owner|used_by|.*(customer|leader|follower|person)_id)$|^owner_id$'
const TABLES_OF_CUSTOMERS = `
  select distinct format('%s.%s', nspname, relname) as name
  from pg_class class join pg_namespace namespace on namespace.oid = relnamespace
    join pg_attribute column_of on attrelid = class.oid and attnum > 0 and not attisdropped
  where relkind in ('r', 'p') and not relispartition and nspname !~ '^(pg_|information_schema$)' and attname ~ '${OWNER}'`

const program = await testProgram()
afterAll(() => program.close())
const market = await buildMarket(program.services, program.modules)
const busy = await busyCustomer(program, market, '204816')
const other = await busyCustomer(program, market, '610482')
await program.call(chatSend, { request_id: newId(), text: FORMULA }, { token: busy.token })
await program.call(chatSend, { request_id: newId(), text: `'${FORMULA}` }, { token: busy.token })
const archive = await openArchive(program, busy.token, { password: busy.transaction_password })
const of_other = await openArchive(program, other.token, { password: other.transaction_password })

const parts = () => program.modules.flatMap((module) => module.archive ?? [])
const tables = () => parts().flatMap((part) => part.tables)

async function unstated(): Promise<string[]> {
  const rows = await program.db.asOwner<{ name: string }>(TABLES_OF_CUSTOMERS)
  const stated = new Set([
    ...tables().map(({ table }) => table),
    ...parts().flatMap(({ left_out = {} }) => Object.keys(left_out)),
  ])
  return rows.map(({ name }) => name).filter((name) => !stated.has(name))
}

describe('what is in it', () => {
  test('every table with rows of customers is in the archive, or left out with a reason [proof 350]', async () => {
    expect(await unstated()).toEqual([])
    await program.db.asOwner('create table wallet.planted (customer_id uuid)')
    try {
      expect(await unstated()).toEqual(['wallet.planted'])
    } finally {
      await program.db.asOwner('drop table wallet.planted')
    }
  })

  test('no table is both in it and left out, and none that is named is not there', async () => {
    const names = [
      ...tables().map(({ table }) => table),
      ...parts().flatMap(({ left_out = {} }) => Object.keys(left_out)),
    ]
    expect(new Set(names).size).toBe(names.length)
    const found = await program.db.asOwner<{ name: string }>(
      'select name from unnest($1::text[]) as name where to_regclass(name) is null',
      [names],
    )
    expect(found).toEqual([])
  })

  test('nothing that proves who somebody is, and nothing sealed as it is [proof 366]', () => {
    const columns = tables().flatMap(({ table, columns }) => columns.map((column) => `${table}.${column}`))
    expect(
      columns.filter((name) => /hash|secret|token|sealed|fingerprint|public_key|folded/.test(name)),
    ).toEqual([])
  })
})

/** How many of a table's rows are a customer's, read without their scope. */
async function countOf({ table, whose }: ArchiveTable, customer_id: string): Promise<number> {
  const of_person = `(select person_id from identity.customers where customer_id = $1)`
  const condition =
    'is' in whose
      ? `${whose.column} = ${whose.is === 'person' ? of_person : '$1'}`
      : `${whose.column} in (select ${whose.key} from ${whose.of} where ${whose.owner} = $1)`
  const [row] = await program.services.database.query<{ count: string }>(
    { name: `count-${table}`, text: `select count(*) from ${table} where ${condition}` },
    [customer_id],
  )
  return Number(row?.count)
}

describe('whose it is', () => {
  test('it holds every row of the customer’s in each table, and the index counts them [proof 351]', async () => {
    const index = archive.texts.get('README.txt') ?? ''
    let with_rows = 0
    for (const table of tables()) {
      // The archive itself adds rows here between the two reads.
      if (['audit.entries', 'service.notifications'].includes(table.table)) continue
      const count = await countOf(table, busy.customer_id)
      expect([table.table, archive.rows(table.table).length]).toEqual([table.table, count])
      if (count > 0) expect(index).toContain(`${table.table.replace('.', '/')}.csv: ${count}\n`)
      with_rows += Math.min(count, 1)
    }
    expect(with_rows).toBeGreaterThan(25)
  })

  test('nothing of another customer’s is in it, who finds it in their own [proof 367]', () => {
    const of_others_alone = [
      other.customer_id,
      other.username,
      ...(other.known.get('plan_id') ?? []),
      ...(other.known.get('withdrawal_id') ?? []),
    ]
    expect(of_others_alone.length).toBeGreaterThan(3)
    const own = [...of_other.texts.values()].join('\n')
    const foreign = [...archive.texts.values()].join('\n')
    expect(of_others_alone.filter((text) => !own.includes(text))).toEqual([])
    expect(of_others_alone.filter((text) => foreign.includes(text))).toEqual([])
  })

  test('pictures are in it as they lie', () => {
    const images = archive.rows('files.images')
    expect(images.length).toBeGreaterThan(0)
    for (const { file_id } of images) expect(archive.texts.get(`images/${file_id}.webp`)).toMatch(/^RIFF/)
  })
})

describe('how it reads', () => {
  test('sealed columns are opened, amounts stand in major units, moments in UTC [proof 364]', () => {
    expect(archive.rows('identity.customers')).toEqual([
      expect.objectContaining({
        username: busy.username,
        // An apostrophe keeps a spreadsheet from reading it as a formula.
        phone: `'${PHONE}`,
        created_at: expect.stringMatching(/Z$/),
      }),
    ])
    const [beneficiary] = archive.rows('wallet.beneficiaries')
    expect(beneficiary?.details).toContain(ACCOUNT)
    expect(archive.rows('wallet.withdrawals')).toEqual([expect.objectContaining({ amount: '25.00' })])
    const micros = [...archive.texts].filter(
      ([path, text]) => path.endsWith('.csv') && text.includes('_micros'),
    )
    expect(micros.map(([path]) => path)).toEqual([])
  })

  test('a text that begins like a formula is inert, and the index says so [proof 368]', () => {
    const texts = archive.rows('service.chat_messages').map(({ text }) => text)
    expect(texts).toEqual(expect.arrayContaining([`'${FORMULA}`, `''${FORMULA}`]))
    expect(archive.texts.get('README.txt')).toContain('apostrophe')
  })

  test('the index is in the reader’s language, the tables are not', async () => {
    const input = { password: busy.transaction_password }
    const german = await openArchive(program, busy.token, input, { 'accept-language': 'de' })
    expect(german.texts.get('README.txt')).toContain('Alles, was')
    expect(german.texts.get('plans/plans.csv')).toBe(archive.texts.get('plans/plans.csv'))
  })

  test('it is a file to be saved, and kept by nobody on the way', () => {
    expect(archive.headers).toMatchObject({
      'content-type': 'application/zip',
      'content-disposition': expect.stringMatching(/^attachment; filename="archive-\d{4}-\d\d-\d\d\.zip"$/),
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
    })
  })
})
