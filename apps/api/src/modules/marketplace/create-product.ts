import { PUSH_KINDS } from '@adtally/contract/enums.ts'
import { createProduct, PRODUCT_TEXTS, productCreating } from '@adtally/contract/operator/market/catalogue.ts'
import { goalTitles, productType } from '@adtally/contract/operator/market/catalogue-fields.ts'
import type { StaffInputOf } from '@adtally/contract/operator/statement/staff-call.ts'
import { sayWeekHours } from '@adtally/contract/week-hours.ts'
import * as z from 'zod/mini'
import { newId } from '../../database/identifiers.ts'
import { Refusal } from '../../lib/refusal.ts'
import { approvedAct } from '../module.ts'
import { proposalVerb } from '../operators/index.ts'
import * as policies from '../policies/index.ts'
import { factsFrom, moneyText } from '../proposal-facts.ts'
import type { Services } from '../services.ts'
import { isLandingTemplate } from './landing-macros.ts'
import { advertiserById } from './parties/parties.repository.ts'
import { insertProduct } from './products.repository.ts'

const DAY_MS = 86_400_000

function withDefaults(services: Services, flags: Omit<StaffInputOf<typeof createProduct>, 'reason'>) {
  const { payout, amount_min, amount_max, conversion_window_days, open, hours, ...rest } = flags
  const window_ms = policies.current(services).conversion_window_ms
  return {
    ...rest,
    payout_micros: payout,
    amount_min_micros: amount_min,
    amount_max_micros: amount_max,
    conversion_window_ms: conversion_window_days === undefined ? window_ms : conversion_window_days * DAY_MS,
    countries: flags.countries ?? [],
    devices: flags.devices ?? [],
    operating_systems: flags.operating_systems ?? [],
    languages: flags.languages ?? [],
    week_hours: hours ?? null,
    keywords_any: flags.keywords_any ?? [],
    keywords_none: flags.keywords_none ?? [],
    push: flags.push ?? [...PUSH_KINDS],
    is_open: open ?? true,
  }
}

interface Terms {
  goals: Readonly<Record<string, string>>
  paid_goal: string
  landing_url: string
  amount_min_micros: bigint
  amount_max_micros: bigint
  conversion_window_ms: number
}

/** Checks a product's terms against policy and allowlist, when proposed and again when approved. */
function checkTerms(services: Services, terms: Terms): void {
  const policy = policies.current(services)
  if (!Object.hasOwn(terms.goals, terms.paid_goal)) {
    throw new Refusal('field_invalid', { field: 'paid_goal' })
  }
  if (!isLandingTemplate(terms.landing_url, services.settings.ledger_mode)) {
    throw new Refusal('field_invalid', { field: 'landing_url' })
  }
  if (terms.amount_min_micros < policy.plan_amount_min_micros) {
    throw new Refusal('policy_out_of_bounds', { field: 'amount_min' })
  }
  if (
    terms.amount_max_micros > policy.plan_amount_max_micros ||
    terms.amount_max_micros < terms.amount_min_micros
  ) {
    throw new Refusal('policy_out_of_bounds', { field: 'amount_max' })
  }
  if (terms.conversion_window_ms > policy.conversion_window_ms) {
    throw new Refusal('policy_out_of_bounds', { field: 'conversion_window_days' })
  }
}

const micros = z.pipe(
  z.string().check(z.regex(/^[1-9]\d{0,18}$/)),
  z.transform((value: string) => BigInt(value)),
)

const productCreateAct = approvedAct(productCreating, {
  payload: z.strictObject({
    ...PRODUCT_TEXTS,
    product_id: z.uuid(),
    advertiser_id: z.uuid(),
    type: productType,
    payout_micros: micros,
    amount_min_micros: micros,
    amount_max_micros: micros,
    conversion_window_ms: z.int().check(z.gt(0)),
    goals: goalTitles,
    countries: z.array(z.string()),
    devices: z.array(z.string()),
    operating_systems: z.array(z.string()),
    languages: z.array(z.string()),
    week_hours: z.nullable(z.string().check(z.regex(/^[01]{168}$/))),
    keywords_any: z.array(z.string()),
    keywords_none: z.array(z.string()),
    push: z.array(z.enum(PUSH_KINDS)).check(z.minLength(1)),
    is_open: z.boolean(),
  }),
  facts: async (
    services,
    tx,
    { product_id: _, payout_micros, amount_min_micros, amount_max_micros, week_hours, ...product },
  ) => {
    const payout = moneyText(services, payout_micros)
    const [amount_min, amount_max] = [amount_min_micros, amount_max_micros].map((micros) =>
      moneyText(services, micros),
    )
    const advertiser = await advertiserById(tx, product.advertiser_id)
    return {
      says: `Offer ${product.name} of ${advertiser?.name ?? product.advertiser_id}: ${payout} a conversion (${product.paid_goal}), plans of ${amount_min} to ${amount_max}`,
      before: {},
      after: factsFrom({ ...product, hours: sayWeekHours(week_hours), payout, amount_min, amount_max }),
    }
  },
  apply: async (services, tx, { conversion_window_ms, ...product }) => {
    checkTerms(services, { ...product, conversion_window_ms })
    const inserted = await insertProduct(tx, {
      ...product,
      conversion_window_ms: BigInt(conversion_window_ms),
    })
    if (!inserted) throw new Refusal('record_exists', { field: 'name' })
    return { product_id: product.product_id }
  },
})

/** `create-product`: proposes an advertiser's offer. Its terms are fixed from then on; only open or closed changes. */
export const createProductVerb = proposalVerb(createProduct, {
  act: productCreateAct,
  makes: 'product_id',
  ask: async (services, tx, { reason, ...input }) => {
    const product_id = newId()
    if (!(await advertiserById(tx, input.advertiser_id))) {
      throw new Refusal('record_not_found', { field: 'advertiser_id' })
    }
    const product = { product_id, ...withDefaults(services, input) }
    checkTerms(services, product)
    return { subject: { kind: 'product', id: product_id }, payload: product, reason }
  },
})
