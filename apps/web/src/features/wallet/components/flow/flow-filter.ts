import { FLOW_TYPES, type FlowType, WALLET_PARTS, type WalletPart } from '@adtally/contract/enums.ts'
import { isAmountText } from '@adtally/money/money.ts'
import { useSearchParams } from 'react-router'
import type { FlowFilter } from '../../api/fund-flow.ts'

/** The valid values of each filter in the page's address; anything else in it is dropped. */
const TEXTS = {
  month: (text) => /^\d{4}-(0[1-9]|1[0-2])$/.test(text),
  from: isDay,
  until: isDay,
  amount_min: isAmountText,
  amount_max: isAmountText,
  search: (text) => /^\S.{0,79}$/.test(text),
} satisfies Partial<Record<keyof FlowFilter, (text: string) => boolean>>

function isDay(text: string): boolean {
  return /^\d{4}-\d\d-\d\d$/.test(text)
}

function read(search: URLSearchParams): FlowFilter {
  const type = FLOW_TYPES.find((each): each is FlowType => each === search.get('type'))
  const part = WALLET_PARTS.find((each): each is WalletPart => each === search.get('part'))
  const texts = Object.entries(TEXTS).flatMap(([name, fits]) => {
    const text = search.get(name)
    return text !== null && fits(text) ? [[name, text]] : []
  })
  return { ...(type ? { type } : {}), ...(part ? { part } : {}), ...Object.fromEntries(texts) }
}

function searchOf(filter: FlowFilter): URLSearchParams {
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(filter)) if (value !== undefined) search.set(name, value)
  return search
}

/** The wallet's address with this filter, which so survives navigation. */
export function addressOf(filter: FlowFilter): string {
  const search = searchOf(filter)
  return search.size > 0 ? `/wallet?${search}` : '/wallet'
}

/** The filter in the page's address, and a function to change it. */
export function useFlowFilter(): [FlowFilter, (next: FlowFilter) => void] {
  const [search, setSearch] = useSearchParams()
  const change = (next: FlowFilter) => setSearch(searchOf(next), { replace: true, preventScrollReset: true })
  return [read(search), change]
}
