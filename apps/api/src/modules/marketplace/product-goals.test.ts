import { afterAll, describe, expect, test } from 'vitest'
import { newId } from '../../database/identifiers.ts'
import { reasonOf } from '../../testing/reason-of.ts'
import { testProgram } from '../../testing/servers/test-program.ts'
import { buildProduct } from '../../testing/worlds/build-marketplace.ts'
import { productById } from './products.repository.ts'

const p = await testProgram()
afterAll(() => p.close())
const { system } = p

describe('the goals of a product', () => {
  test('are what two people saw, and stay so; a product without one that pays is refused [proof 930]', async () => {
    const flags = { goals: 'install=Game installed, level_3=Third level reached', paid_goal: 'level_3' }
    const { product_id } = await buildProduct(p.services, { flags })
    const product = await system((tx) => productById(tx, product_id))
    expect(product).toMatchObject({
      goals: { install: 'Game installed', level_3: 'Third level reached' },
      paid_goal: 'level_3',
    })
    const change =
      'update marketplace.products set paid_goal = $2, version = version + 1 where product_id = $1'
    await expect(p.db.asOwner(change, [product_id, 'install'])).rejects.toThrow(/terms are fixed/)
    await expect(
      p.db.asOwner(`
        insert into marketplace.products
        select (jsonb_populate_record(p, '{"product_id":"${newId()}","name":"other","paid_goal":"sale"}')).*
        from marketplace.products p where product_id = '${product_id}'`),
    ).rejects.toThrow(/products_name_what_pays/)
  })

  test.each([
    ['none', { goals: '' }],
    ['no title', { goals: 'install=' }],
    ['a key with a space', { goals: 'first install=Installed' }],
    ['one twice', { goals: 'install=Installed,install=Again' }],
    ['too many', { goals: Array.from({ length: 21 }, (_, index) => `goal_${index}=A`).join(',') }],
    ['one that pays and is not named', { goals: 'install=Installed', paid_goal: 'sale' }],
    ['one that pays by a name of every object', { goals: 'install=Installed', paid_goal: 'constructor' }],
  ])('are refused: %s', async (_name, flags) => {
    expect(await reasonOf(buildProduct(p.services, { flags: { ...flags } }))).toBe('field_invalid')
  })
})
