import { FLOW_TYPES, type FlowType, WALLET_PARTS, type WalletPart } from '@adtally/contract/enums.ts'
import { useSearchParams } from 'react-router'
import type { FlowFilter } from '../api/fund-flow.ts'

const MONTH = /^\d{4}-(0[1-9]|1[0-2])$/

function read(search: URLSearchParams): FlowFilter {
  const type = FLOW_TYPES.find((each): each is FlowType => each === search.get('type'))
  const part = WALLET_PARTS.find((each): each is WalletPart => each === search.get('part'))
  const month = search.get('month')
  return {
    ...(type ? { type } : {}),
    ...(part ? { part } : {}),
    ...(month && MONTH.test(month) ? { month } : {}),
  }
}

function searchOf(filter: FlowFilter): URLSearchParams {
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(filter)) if (value !== undefined) search.set(name, value)
  return search
}

/** The address that shows the wallet with this filter; the filter thus survives going away and coming back. */
export function addressOf(filter: FlowFilter): string {
  const search = searchOf(filter)
  return search.size > 0 ? `/wallet?${search}` : '/wallet'
}

/** The filter in the page's address, and how to change it. */
export function useFlowFilter(): [FlowFilter, (next: FlowFilter) => void] {
  const [search, setSearch] = useSearchParams()
  const change = (next: FlowFilter) => setSearch(searchOf(next), { replace: true, preventScrollReset: true })
  return [read(search), change]
}
