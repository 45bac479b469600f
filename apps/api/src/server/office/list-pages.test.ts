import { afterAll, expect, test } from 'vitest'
import { type Branch, branchOf } from '../../testing/office/list-world.ts'

// A few, each page once. With LIST_ROWS=100000 LIST_ROUNDS=41 LIST_RATIO_MAX=1.2 no page takes more than 1.2 times what it takes of a hundredth of the rows.
const MANY = Number(process.env.LIST_ROWS ?? 200)
const FEW = MANY / 100
const RATIO_MAX = Number(process.env.LIST_RATIO_MAX ?? Number.POSITIVE_INFINITY)
const ROUNDS = Number(process.env.LIST_ROUNDS ?? 1)
const PAGE = 20

const few = await branchOf(FEW)
const many = await branchOf(MANY)
afterAll(() => Promise.all([few.close(), many.close()]))

interface Pages {
  name: string
  /** Which page: the first, or the last. */
  end: 'first' | 'last'
  few: Record<string, unknown>
  many: Record<string, unknown>
}

/** The input that asks for a list's last page. */
async function lastOf(branch: Branch, name: string, input: Record<string, unknown>) {
  let [cursor, rows]: [string | undefined, number] = [undefined, 0]
  for (;;) {
    const page = await branch.ask(name, { ...input, limit: '500', ...(cursor && { cursor }) })
    const { items = page.products, next_cursor } = page
    rows += Array.isArray(items) ? items.length : 0
    if (typeof next_cursor !== 'string') break
    cursor = next_cursor
  }
  expect([name, rows >= branch.rowsOf(name)], `${rows} rows`).toEqual([name, true])
  return { ...input, limit: String(PAGE), ...(cursor && { cursor }) }
}

test('every list of staff is read page by page to its last row, and first and last page are timed [proof 1326]', {
  timeout: 4_000_000,
}, async ({ task }) => {
  const pages: Pages[] = []
  for (const [name, input] of few.lists) {
    const of_many = new Map(many.lists).get(name) ?? {}
    const first = { limit: String(PAGE) }
    pages.push({ name, end: 'first', few: { ...input, ...first }, many: { ...of_many, ...first } })
    pages.push({
      ...{ name, end: 'last' },
      few: await lastOf(few, name, input),
      many: await lastOf(many, name, of_many),
    })
  }
  const ratios = []
  for (const page of pages) {
    const ms: Record<'few' | 'many', number[]> = { few: [], many: [] }
    for (let round = 0; round < ROUNDS; round += 1) {
      ms.few.push(await few.time(page.name, page.few))
      ms.many.push(await many.time(page.name, page.many))
    }
    const ratio = median(ms.many) / median(ms.few)
    ratios.push({ page: `${page.name}, ${page.end}`, ratio, ms: median(ms.many) })
  }
  const slow = ratios.filter(({ ratio }) => ratio > RATIO_MAX)
  const worst = ratios.toSorted((one, other) => other.ratio - one.ratio).slice(0, 3)
  const said = worst.map(({ page, ratio, ms }) => `${page} ${ratio.toFixed(2)} (${ms.toFixed(1)} ms)`)
  Object.assign(task.meta, {
    figure: `${pages.length} pages of ${few.lists.length} lists; ${said.join(', ')}`,
  })
  expect(slow).toEqual([])
})

function median(values: readonly number[]): number {
  return values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? 0
}
