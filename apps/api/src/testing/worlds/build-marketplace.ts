import { randomBytes } from 'node:crypto'
import sharp from 'sharp'
import * as z from 'zod/mini'
import { newId } from '../../database/identifiers.ts'
import { fileOf } from '../../modules/given-file.ts'
import {
  type Account,
  type CauseKind,
  type Flow,
  PLATFORM_ID,
  type PostingName,
  postTransfers,
} from '../../modules/ledger/index.ts'
import { marketplaceModule } from '../../modules/marketplace/index.ts'
import { approvedActs } from '../../modules/module.ts'
import type { Services } from '../../modules/services.ts'
import { bankAccount, SUSPENSE } from '../../modules/wallet/index.ts'
import { inventCause } from '../invented-causes.ts'
import { approveAsProposed } from '../office/approve-as-proposed.ts'
import { buildStaff } from './build-staff.ts'

/** Runs a marketplace verb as the maker, or as the given staff. */
export async function runMarketplaceVerb(
  services: Services,
  name: string,
  flags: Record<string, unknown>,
  as: 'maker' | 'checker' = 'maker',
): Promise<unknown> {
  const staff = await buildStaff(services)
  const verb = marketplaceModule.verbs?.find((one) => one.name === name)
  if (!verb) throw new Error(`there is no verb ${name}`)
  return await verb.run(services, staff[as], flags)
}

const proposed = z.object({ proposal_id: z.string() })

/** Proposes with a verb and approves as the other person; returns the act's answer. */
export async function propose(
  services: Services,
  name: string,
  flags: Record<string, string>,
): Promise<unknown> {
  const { proposal_id } = z.parse(proposed, await runMarketplaceVerb(services, name, flags))
  const { checker } = await buildStaff(services)
  const acts = approvedActs([marketplaceModule])
  return (await approveAsProposed(services, acts, { proposal_id, staff: checker })).outcome
}

function unique(text: string): string {
  return `${text} ${randomBytes(4).toString('hex')}`
}

const evidence = () => randomBytes(32).toString('hex')

/** Pays money in through the books alone: bank → suspense → the account that `posting` names. */
export async function payIn(
  services: Services,
  posting: Extract<PostingName, 'deposit_credited' | 'party_paid_in'>,
  credit: Account,
  amount_micros: bigint,
  flow?: Flow,
): Promise<void> {
  await services.database.transaction({ kind: 'system' }, async (tx) => {
    const cause = await inventCause(tx, 'bank_line')
    await postTransfers(tx, [
      {
        id: newId(),
        kind: 'posted',
        posting: 'deposit_received',
        debit: bankAccount('main'),
        credit: SUSPENSE,
        amount_micros,
        cause,
      },
      {
        id: newId(),
        kind: 'posted',
        posting,
        debit: SUSPENSE,
        credit,
        amount_micros,
        cause,
        ...(flow ? { flow } : {}),
      },
    ])
  })
}

/** Gives a customer withdrawable cash, with a fund flow line if one is given. */
export async function giveCash(
  services: Services,
  customer_id: string,
  amount_micros: bigint,
  flow?: Flow,
): Promise<void> {
  await payIn(
    services,
    'deposit_credited',
    { code: 'customer_available', owner_id: customer_id },
    amount_micros,
    flow,
  )
}

/** Takes cash of a customer's away, as a withdrawal does. */
export async function takeCash(
  { database }: Services,
  customer_id: string,
  amount_micros: bigint,
): Promise<void> {
  const debit = { code: 'customer_available', owner_id: customer_id } as const
  const credit = { code: 'withdrawal_hold', owner_id: customer_id } as const
  await database.transaction({ kind: 'system' }, async (tx) => {
    const asked = { posting: 'withdrawal_asked', cause: await inventCause(tx, 'withdrawal') } as const
    await postTransfers(tx, [{ id: newId(), kind: 'posted', debit, credit, amount_micros, ...asked }])
  })
}

/** Gives a customer promotional money out of the platform's own. */
export async function givePromotion(
  services: Services,
  customer_id: string,
  kind: 'discount' | 'startup',
  amount_micros: bigint,
): Promise<void> {
  await payIn(services, 'party_paid_in', { code: 'own', owner_id: PLATFORM_ID }, amount_micros)
  const promo = { code: 'promo', owner_id: PLATFORM_ID } as const
  await services.database.transaction({ kind: 'system' }, async (tx) => {
    const transfer = async (
      cause_kind: CauseKind,
      posting: PostingName,
      debit: Account,
      credit: Account,
    ) => ({
      id: newId(),
      kind: 'posted' as const,
      posting,
      debit,
      credit,
      amount_micros,
      cause: await inventCause(tx, cause_kind),
    })
    await postTransfers(tx, [
      await transfer('proposal', 'platform_allotted', { code: 'own', owner_id: PLATFORM_ID }, promo),
      kind === 'discount'
        ? await transfer('coupon', 'coupon_used', promo, { code: 'customer_discount', owner_id: customer_id })
        : await transfer('startup', 'startup_granted', promo, {
            code: 'customer_startup',
            owner_id: customer_id,
          }),
    ])
  })
}

const advertiserMade = z.object({ advertiser_id: z.string(), postback_secret: z.string() })

/** A verified advertiser, made by two people, with `escrow_micros` paid in. */
export async function buildAdvertiser(
  services: Services,
  escrow_micros = 0n,
): Promise<z.infer<typeof advertiserMade>> {
  const name = unique('Advertiser')
  const advertiser = z.parse(
    advertiserMade,
    await propose(services, 'create-advertiser', {
      name,
      legal_name: `${name} GmbH`,
      account_name: `${name} GmbH`,
      evidence_hash: evidence(),
      reason: 'Documents seen',
    }),
  )
  if (escrow_micros > 0n) {
    await payIn(
      services,
      'party_paid_in',
      { code: 'escrow', owner_id: advertiser.advertiser_id },
      escrow_micros,
    )
  }
  return advertiser
}

/** Options of a test's product; amounts in major units, as flags have them. */
export interface ProductWishes {
  advertiser_id?: string
  escrow_micros?: bigint
  payout?: string
  amount_min?: string
  amount_max?: string
  flags?: Record<string, string>
  /** The state of its one creative. */
  creative?: 'approved' | 'draft' | 'none'
}

export interface BuiltProduct {
  product_id: string
  advertiser_id: string
  /** Null if none was asked for. */
  creative: BuiltCreative | null
}

/** An open product, by default with an approved creative. */
export async function buildProduct(services: Services, wishes: ProductWishes = {}): Promise<BuiltProduct> {
  const advertiser_id =
    wishes.advertiser_id ??
    (await buildAdvertiser(services, wishes.escrow_micros ?? 100_000_000_000n)).advertiser_id
  const product = z.parse(
    z.object({ product_id: z.string() }),
    await propose(services, 'create-product', {
      advertiser_id,
      name: unique('Puzzle'),
      type: 'landing_page',
      category: 'games_puzzle',
      game_description: 'A puzzle with cards.',
      content: 'Install and finish the first level.',
      rules: 'One conversion a player.',
      payout: wishes.payout ?? '2.50',
      amount_min: wishes.amount_min ?? '10.00',
      amount_max: wishes.amount_max ?? '5000.00',
      goals: 'install=Game installed',
      paid_goal: 'install',
      landing_url: 'https://game.example/play?click_id={click_id}',
      reason: 'Offer agreed',
      ...wishes.flags,
    }),
  )
  const state = wishes.creative ?? 'approved'
  if (state === 'none') return { ...product, advertiser_id, creative: null }
  const creative = await buildCreative(services, product.product_id)
  if (state === 'approved') await runMarketplaceVerb(services, 'approve-creative', { ...creative }, 'checker')
  return { ...product, advertiser_id, creative }
}

/** A creative, with its file's SHA-256, which approval asks for. */
export type BuiltCreative = z.infer<typeof creativeMade>

const creativeMade = z.object({ creative_id: z.string(), asset_sha256: z.string() })

/** A draft by the maker with a plain picture. */
export async function buildCreative(services: Services, product_id: string): Promise<BuiltCreative> {
  const plain = { width: 300, height: 250, channels: 3, background: '#3a3fd4' } as const
  const picture = await sharp({ create: plain }).png().toBuffer()
  const shown = { product_id, kind: 'image', headline: 'Play with cards', body: 'A new level each day' }
  const file = fileOf('picture.png', picture)
  const made = await runMarketplaceVerb(services, 'create-creative', { ...shown, file })
  return z.parse(creativeMade, made)
}

/** A verified publisher, and the origin of its pages. */
export async function buildPublisher(services: Services): Promise<{ publisher_id: string; origin: string }> {
  const name = unique('Publisher')
  const domain = `${name.toLowerCase().replace(' ', '-')}.example`
  const made = await propose(services, 'create-publisher', {
    name,
    legal_name: `${name} Ltd`,
    account_name: `${name} Ltd`,
    domain,
    evidence_hash: evidence(),
    reason: 'Documents seen',
  })
  return { ...z.parse(z.object({ publisher_id: z.string() }), made), origin: `https://${domain}` }
}

const placementMade = z.object({ placement_id: z.string(), key: z.string() })

/** A placement with a price per thousand impressions, in major units. */
export async function buildPlacement(
  services: Services,
  publisher_id: string,
  flags: Record<string, string> = {},
): Promise<z.infer<typeof placementMade>> {
  return z.parse(
    placementMade,
    await propose(services, 'create-placement', {
      publisher_id,
      name: unique('Slot'),
      format: 'image',
      width: '300',
      height: '250',
      price_model: 'CPM',
      price: '2.00',
      push: 'official',
      reason: 'Slot agreed',
      ...flags,
    }),
  )
}
