import type { LedgerMode } from '@adtally/contract/enums.ts'
import { isAllowedUrl } from './allowed-url.ts'

/** What a click fills into a landing address, by the macro's name: `{click_id}` and so on. */
export interface LandingValues {
  click_id: string
  /** The placement's id. */
  placement: string
  /** The creative's id. */
  creative: string
  /** The goal that pays. */
  goal: string
}

const MACRO = /\{([^{}]*)\}/g

/** Two clicks that have no value in common. */
const SAMPLES: readonly LandingValues[] = [
  {
    click_id: '01990000-0000-7000-8000-000000000000',
    placement: '01990000-0000-7000-8000-000000000001',
    creative: '01990000-0000-7000-8000-000000000002',
    goal: 'install',
  },
  {
    click_id: 'ffffffff-ffff-7fff-bfff-ffffffffffff',
    placement: 'ffffffff-ffff-7fff-bfff-fffffffffffe',
    creative: 'ffffffff-ffff-7fff-bfff-fffffffffffd',
    goal: '-',
  },
]

/** The landing address of one click: each macro's value in its place, encoded so that it stays one value there. */
export function fillLanding(template: string, values: LandingValues): string {
  return template.replaceAll(MACRO, (macro, name: string) => {
    const value = macroValue(values, name)
    return value === undefined ? macro : encodeURIComponent(value)
  })
}

/**
 * Whether a product's landing address may be kept: macros that there are, `{click_id}` among them and before
 * any #, since nothing is reported without it; none in scheme, host or port; and an address that is allowed whatever is filled in.
 */
export function isLandingTemplate(template: string, mode: LedgerMode): boolean {
  const names = [...template.matchAll(MACRO)].map(([, name = '']) => name)
  const is_known = names.every((name) => SAMPLES.every((sample) => macroValue(sample, name) !== undefined))
  // What stands behind # a browser keeps to itself: the advertiser's server would never hear of the click.
  const [sent = ''] = template.split('#', 1)
  if (!is_known || !sent.includes('{click_id}')) return false
  if (/[{}]/.test(template.replaceAll(MACRO, ''))) return false
  const filled = SAMPLES.map((sample) => fillLanding(template, sample))
  if (!filled.every((address) => isAllowedUrl(address, mode))) return false
  // A macro in scheme, host or port makes another origin of each sample.
  return new Set(filled.map((address) => new URL(address).origin)).size === 1
}

function macroValue(values: LandingValues, name: string): string | undefined {
  return isMacro(name) ? values[name] : undefined
}

function isMacro(name: string): name is keyof LandingValues {
  return name === 'click_id' || name === 'placement' || name === 'creative' || name === 'goal'
}
